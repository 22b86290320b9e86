import torch
from torch import nn


def select(out, column):
    return out[:, column]


class Heads(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 4)
        self.out = None
        self.value = None

    def forward(self, x):
        self.out = self.net(x)
        self.value = self.out.narrow(1, 0, 1)
        return self.out

    def centre(self):
        self.value.sub_(0.5)


torch.manual_seed(0)
heads = Heads()
heads(torch.randn(5, 3))
heads.centre()
heads.out.sum().backward()
net = nn.Linear(3, 4)
out = net(torch.randn(5, 3))
chosen = select(out, 1)
chosen.zero_()
rows = [out[i] for i in range(5)]
for row in rows:
    row.div_(2)
with torch.no_grad():
    flat = out.view(-1)
    values = flat
    values += 1.0
out.sum().backward()
