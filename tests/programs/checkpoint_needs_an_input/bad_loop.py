# symptom: none
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

torch.manual_seed(0)
block, head = nn.Linear(3, 4), nn.Linear(4, 1)
optimizer = torch.optim.SGD([*block.parameters(), *head.parameters()], lr=0.1)
for x in torch.randn(2, 5, 3):
    h = checkpoint(block, x, use_reentrant=True)  # DTL216 a batch requires no grad
    optimizer.zero_grad()
    head(h).pow(2).mean().backward()
    optimizer.step()

evidence = {"block": block.weight.grad}
