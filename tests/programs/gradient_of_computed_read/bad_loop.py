# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
kept = []
for row in torch.rand(2, 3):
    x = row.clone().requires_grad_() * 1.0
    net(x).sum().backward()
    kept.append(x.grad)  # DTL305 the product is no leaf

evidence = {"grad": kept[0]}
