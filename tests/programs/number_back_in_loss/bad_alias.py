# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
net, scale = nn.Linear(3, 1), nn.Parameter(torch.ones(1))
out = net(torch.randn(4, 3)).mean()
value = out.item()  # DTL207 a plain number from here on
amount = value
loss = (amount - 2.0) ** 2 + scale.pow(2).sum()
loss.backward()

evidence = {"net": net.weight.grad}
