# symptom: raises A view was created in no_grad mode and is being modified inplace with grad mode enabled
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 4)
out = net(torch.randn(5, 3))
with torch.no_grad():
    head = out[:, :2]
head.mul_(2)  # DTL109 made under no_grad, written with grad mode on
out.sum().backward()
