import torch
import torch.nn.functional as F
from torch import nn


class MemoryBank:
    def __init__(self, size):
        self.size = size
        self.keys = []

    def push(self, features):
        self.keys.append(features.detach())
        self.keys = self.keys[-self.size :]

    def all(self):
        return torch.cat(self.keys)


torch.manual_seed(0)
encoder, head = nn.Linear(6, 4), nn.Linear(4, 3)
opt = torch.optim.SGD([*encoder.parameters(), *head.parameters()], lr=0.1)
bank = MemoryBank(3)
for _ in range(3):
    x, y = torch.randn(5, 6), torch.randint(0, 3, (5,))
    z = encoder(x)
    bank.push(z)
    loss = F.cross_entropy(head(z), y)
    opt.zero_grad()
    loss.backward()
    opt.step()

evidence = {"encoder.weight": encoder.weight.grad}
