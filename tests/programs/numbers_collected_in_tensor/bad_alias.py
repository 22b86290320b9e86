# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
a = nn.Parameter(torch.tensor(1.0))
b = nn.Parameter(torch.tensor(2.0))
pair = [a, b]
weights = torch.tensor(pair)  # DTL205 copies two numbers
loss = (weights.softmax(0) * torch.tensor([1.0, 3.0])).sum() + b
loss.backward()

evidence = {"a": a.grad}
