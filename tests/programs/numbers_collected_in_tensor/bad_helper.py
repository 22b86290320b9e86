# symptom: none
import torch
from torch import nn


def collect(values):
    return torch.as_tensor(values)  # DTL205 the caller passes a list of parameters


torch.manual_seed(0)
a = nn.Parameter(torch.tensor(1.0))
b = nn.Parameter(torch.tensor(2.0))
loss = (collect([a, b]).softmax(0) * torch.tensor([1.0, 3.0])).sum() + b
loss.backward()

evidence = {"a": a.grad}
