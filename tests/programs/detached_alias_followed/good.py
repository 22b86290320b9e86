import torch
from torch import nn


def hard(values):
    return (values >= 0.5).float()


class Monitor:
    def __init__(self):
        self.seen = None

    def watch(self, out):
        self.seen = out.detach().clone()

    def summarise(self):
        self.seen.sub_(0.5)
        return self.seen.mean().item()


torch.manual_seed(0)
cell = nn.RNNCell(2, 3)
head = nn.Sequential(nn.Linear(3, 1), nn.Sigmoid())
optimizer = torch.optim.SGD([*cell.parameters(), *head.parameters()], lr=0.1)
monitor = Monitor()
h = torch.zeros(4, 3)
seen = []
for t in range(3):
    h = torch.tanh(cell(torch.randn(4, 2), h))
    seen.append(h.detach().clone())
for part in seen:
    part.clamp_(min=0)
out = head(h)
monitor.watch(out)
y = torch.randint(0, 2, (4, 1)).float()
hits = (hard(out.detach()) == y).float().mean()
loss = nn.functional.binary_cross_entropy(out, y)
print(monitor.summarise(), hits)
optimizer.zero_grad()
loss.backward()
optimizer.step()
