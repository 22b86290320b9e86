# symptom: no-op
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 1))
for name, p in net.named_parameters():
    if name.startswith("0."):
        p.required_grad = False  # DTL303 a new attribute

evidence = {"frozen": not net[0].weight.requires_grad}
