# symptom: raises a leaf Variable that requires grad is being used in an in-place operation
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
for module in net:
    if isinstance(module, nn.Linear):
        module.weight.clamp_(-0.1, 0.1)  # DTL106 a parameter
        module.bias.zero_()  # DTL106 and another
