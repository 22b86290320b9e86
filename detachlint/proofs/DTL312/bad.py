# symptom: no-op
import torch
from torch import nn

layer = nn.Linear(3, 2)
layer.weight.data.requires_grad = False  # DTL312 set on an object that is dropped at once
evidence = {"frozen": not layer.weight.requires_grad}
