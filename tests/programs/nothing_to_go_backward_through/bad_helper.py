# symptom: raises does not require grad
import torch
from torch import nn


@torch.no_grad()
def predict(net, x):
    return net(x)


torch.manual_seed(0)
net = nn.Linear(3, 1)
loss = (predict(net, torch.randn(5, 3)) - 1).pow(2).mean()
loss.backward()  # DTL204 the helper runs under no_grad
