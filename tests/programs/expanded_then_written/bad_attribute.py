# symptom: raises more than one element of the written-to tensor
import torch
from torch import nn


class Positions(nn.Module):
    def __init__(self, batch, length):
        super().__init__()
        self.offset = nn.Parameter(torch.zeros(length))
        self.register_buffer("steps", torch.arange(length).float().unsqueeze(0).expand(batch, length))

    def forward(self, lengths):
        self.steps.sub_(lengths.unsqueeze(1))  # DTL108 the buffer is one row
        return self.steps + self.offset


torch.manual_seed(0)
positions = Positions(2, 5)
positions(torch.tensor([2.0, 3.0])).sum().backward()
