# symptom: raises A view was created in no_grad mode
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 4)
out = net(torch.randn(5, 3))
with torch.no_grad():
    flat = out.view(-1)
values = flat
values += 1.0  # DTL109 the view was made under no_grad
out.sum().backward()
