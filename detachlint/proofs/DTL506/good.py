import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
parameters = list(model.parameters())
optimizer = torch.optim.SGD(parameters, lr=0.1)
for p in parameters:
    p.requires_grad = False
evidence = {"frozen": not model.weight.requires_grad}
