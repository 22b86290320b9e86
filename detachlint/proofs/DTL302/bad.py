# symptom: no-op
import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
model[0].requires_grad = False  # DTL302 a plain attribute of the layer
evidence = {"frozen": not model[0].weight.requires_grad}
