# symptom: raises element 0 of tensors does not require grad
import torch
from torch import nn


def set_trainable(module, flag):
    for p in module.parameters():
        p.requires_grad_(flag)


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
set_trainable(model, False)
loss = model(torch.randn(2, 3)).sum()
loss.backward()  # DTL204 no layer was switched on again
