# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
net, head = nn.Linear(3, 4), nn.Linear(4, 1)
h = net(torch.randn(5, 3))
values = h.data  # DTL220 the head's input has no history
inputs = values
head(inputs).pow(2).mean().backward()

evidence = {"net": net.weight.grad}
