# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
a = nn.Parameter(torch.tensor(1.0))
b = nn.Parameter(torch.tensor(2.0))
terms = []
for p in (a, b):
    terms.append(p * 2)
loss = torch.tensor(terms).sum() * b  # DTL205 the terms lose their graphs
loss.backward()

evidence = {"a": a.grad}
