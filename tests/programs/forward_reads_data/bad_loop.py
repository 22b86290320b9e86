# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
net, head = nn.Linear(3, 4), nn.Linear(4, 1)
total = torch.zeros(4)
for x in torch.randn(2, 3):
    total = total + net(x).data  # DTL220 the sum has no history
head(total).pow(2).mean().backward()

evidence = {"net": net.weight.grad}
