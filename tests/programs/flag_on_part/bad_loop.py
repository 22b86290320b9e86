# symptom: no-op
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 2), nn.Linear(2, 1))
for p in net.parameters():
    p.data.requires_grad = False  # DTL312 a new tensor each time

evidence = {"frozen": not net[0].weight.requires_grad}
