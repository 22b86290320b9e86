# symptom: raises cannot assign
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 1))
for layer in net:
    layer.weight = layer.weight.detach().clamp(-0.1, 0.1)  # DTL313 no Parameter
