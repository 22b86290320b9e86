# symptom: no-op
import torch
from torch import nn

model = nn.Linear(3, 2)
for parameter in model.parameters():
    parameter.require_grad = False  # DTL303 misspelt
evidence = {"frozen": not model.weight.requires_grad}
