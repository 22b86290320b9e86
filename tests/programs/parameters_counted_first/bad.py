# symptom: raises optimizer got an empty parameter list
import torch
from torch import nn


def count(params):
    return sum(p.numel() for p in params if p.requires_grad)


torch.manual_seed(0)
net = nn.Linear(3, 1)
params = net.parameters()  # DTL506 counted, and gone
print("%d parameters" % count(params))
opt = torch.optim.Adam(params)
