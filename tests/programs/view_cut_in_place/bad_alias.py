# symptom: raises Can't detach views in-place
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 4)
out = net(torch.randn(5, 3))
first = out[:, :2]
stop = first
stop.detach_()  # DTL202 a slice is a view
(out.sum() + stop.sum()).backward()
