"""Hypernetwork: the weight of a small classifier is produced from a task code."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class HyperNet(nn.Module):
    def __init__(self, code, n_in, n_out):
        super().__init__()
        self.shape = (n_out, n_in)
        self.body = nn.Sequential(nn.Linear(code, 16), nn.Tanh(), nn.Linear(16, n_in * n_out))

    def forward(self, task):
        return self.body(task).view(self.shape)


torch.manual_seed(0)
hyper = HyperNet(code=3, n_in=4, n_out=2)
opt = torch.optim.SGD(hyper.parameters(), lr=0.1)
tasks = torch.randn(5, 3)

losses = []
for task in tasks:
    x, y = torch.randn(8, 4), torch.randint(0, 2, (8,))
    weight = hyper(task)
    loss = F.cross_entropy(F.linear(x, weight), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    losses.append(loss.item())
print(losses)

evidence = {name: p.grad for name, p in hyper.named_parameters()}
