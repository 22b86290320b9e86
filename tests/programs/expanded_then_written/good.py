import torch
from torch import nn


def scale_by_length(weights, lengths):
    return weights.div(lengths.unsqueeze(1))


class Positions(nn.Module):
    def __init__(self, batch, length):
        super().__init__()
        self.offset = nn.Parameter(torch.zeros(length))
        self.register_buffer("steps", torch.arange(length).float().unsqueeze(0).repeat(batch, 1))

    def forward(self, lengths):
        self.steps.sub_(lengths.unsqueeze(1))
        return self.steps + self.offset


torch.manual_seed(0)
lengths = torch.tensor([2.0, 3.0])
weights = torch.ones(1, 5).expand(2, 5)
trimmed = scale_by_length(weights, lengths)
positions = Positions(2, 5)
positions(lengths).sum().backward()
carry = torch.zeros(1, 4).expand(3, 4)
for noise in torch.randn(5, 3, 4):
    carry = carry + noise
print(trimmed, carry)
