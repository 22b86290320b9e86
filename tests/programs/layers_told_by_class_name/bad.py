# symptom: raises a leaf Variable that requires grad is being used in an in-place operation
import torch
from torch import nn


def weights_init(module):
    kind = module.__class__.__name__
    if kind.find("Linear") != -1:
        module.weight.normal_(0.0, 0.02)  # DTL106 needs `.data`, no_grad or nn.init
    elif kind.find("BatchNorm") != -1:
        module.weight.data.normal_(1.0, 0.02)


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Linear(4, 1))
net.apply(weights_init)
