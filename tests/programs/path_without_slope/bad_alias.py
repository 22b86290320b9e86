# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
net, bias = nn.Linear(3, 4), nn.Parameter(torch.zeros(1))
hard = (net(torch.randn(5, 3)) > 0).float()  # DTL208 a comparison has no slope
active = hard
loss = (active.mean() - 0.2).pow(2) + bias.pow(2).sum()
loss.backward()

evidence = {"net": net.weight.grad}
