# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
parameters = model.parameters()  # DTL506 can be consumed once
optimizer = torch.optim.SGD(parameters, lr=0.1)
for p in parameters:
    p.requires_grad = False
evidence = {"frozen": not model.weight.requires_grad}
