import torch
from torch import nn

model = nn.Linear(3, 2)
for parameter in model.parameters():
    parameter.requires_grad = False
evidence = {"frozen": not model.weight.requires_grad}
