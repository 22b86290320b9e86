# symptom: raises Can't detach views in-place
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 4)
for part in net(torch.randn(5, 3)).split(2, dim=1):
    part.detach_()  # DTL202 each part is a view
