# symptom: none
import torch
from torch import nn


class Mixture(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Parameter(torch.tensor(1.0))
        self.b = nn.Parameter(torch.tensor(2.0))

    def forward(self):
        weights = torch.FloatTensor([self.a, self.b])  # DTL205 a new tensor of numbers
        return (weights.softmax(0) * torch.tensor([1.0, 3.0])).sum() + self.b


torch.manual_seed(0)
mixture = Mixture()
mixture().backward()

evidence = {"a": mixture.a.grad}
