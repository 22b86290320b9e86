import torch
from torch import nn


class Box:
    """Its methods change the box itself."""

    def __init__(self, lengths):
        self.lengths = lengths

    def clip(self, low, high):
        self.lengths = [min(max(x, low), high) for x in self.lengths]

    def mul(self, factor):
        self.lengths = [x * factor for x in self.lengths]

    def detach(self):
        self.lengths = list(self.lengths)


class Buffer(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("values", torch.zeros(3))

    def clamp(self, low, high):
        self.values.clamp_(low, high)


torch.manual_seed(0)
device = torch.device("cpu")
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU())
net.to(device)
net.float()
net.double()
net.train()
net.requires_grad_(True)
box = Box([1.0, 5.0])
box.clip(0, 2)
box.mul(3)
box.detach()
buffer = Buffer()
buffer.clamp(0, 1)
buffer.to(device)

scores = torch.randn(2, 3)
keep = torch.tensor([[True, False, True], [True, True, False]])
scores = scores.masked_fill(~keep, 0.0)
scores.clamp_(-1, 1)
scores.add_(0.0)

evidence = {"hidden": scores[0, 1]}
