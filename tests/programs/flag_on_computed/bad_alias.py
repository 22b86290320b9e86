# symptom: raises you can only change requires_grad flags of leaf variables
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 2)
features = net(torch.randn(4, 3))
fixed = features
fixed.requires_grad = False  # DTL301 `features` is computed
