import torch
from torch import nn

layer = nn.Linear(3, 2)
layer.weight.requires_grad = False
evidence = {"frozen": not layer.weight.requires_grad}
