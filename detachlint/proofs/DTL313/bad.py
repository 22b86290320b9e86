# symptom: raises cannot assign
import torch
from torch import nn

layer = nn.Linear(3, 2)
mask = torch.ones(2, 3)
layer.weight = layer.weight * mask  # DTL313 a plain tensor in a parameter's place
