import torch
from torch import nn


def set_trainable(module, flag):
    for p in module.parameters():
        p.requires_grad_(flag)


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
set_trainable(model, False)
set_trainable(model[2], True)
loss = model(torch.randn(2, 3)).sum()
loss.backward()
