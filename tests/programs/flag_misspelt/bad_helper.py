# symptom: no-op
import torch
from torch import nn


def set_trainable(parameters, value):
    for p in parameters:
        p.requires_gradient = value  # DTL303 a new attribute


torch.manual_seed(0)
net = nn.Linear(3, 1)
set_trainable(net.parameters(), False)

evidence = {"frozen": not net.weight.requires_grad}
