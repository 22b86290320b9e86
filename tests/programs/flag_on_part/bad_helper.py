# symptom: no-op
import torch
from torch import nn


def freeze(parameter):
    parameter.data.requires_grad = False  # DTL312 `.data` is a new tensor each time


torch.manual_seed(0)
layer = nn.Linear(3, 2)
freeze(layer.weight)

evidence = {"frozen": not layer.weight.requires_grad}
