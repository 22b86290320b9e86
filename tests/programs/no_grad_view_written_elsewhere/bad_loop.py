# symptom: raises A view was created in no_grad mode
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 4)
out = net(torch.randn(5, 3))
with torch.no_grad():
    rows = [out[i] for i in range(5)]
for row in rows:
    row.div_(2)  # DTL109 each row is a view made under no_grad
out.sum().backward()
