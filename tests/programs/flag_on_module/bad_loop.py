# symptom: no-op
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
for layer in list(net.children())[:2]:
    layer.requires_grad = False  # DTL302 on each layer

evidence = {"frozen": not net[0].weight.requires_grad}
