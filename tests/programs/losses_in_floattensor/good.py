import torch
from torch import nn

torch.manual_seed(0)
heads = [nn.Linear(3, 1) for _ in range(2)]
x = torch.randn(4, 3)
losses = []
for head in heads:
    losses.append(head(x).pow(2).mean())
loss = torch.stack(losses).sum()
loss.backward()
