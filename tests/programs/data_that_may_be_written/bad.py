# symptom: wrong
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 2)
x = torch.randn(4, 3)
scores = net(x)
scores.data.mul_(torch.tensor([1.0, 0.0]))  # DTL104 the factor is missing from the gradient
scores.sum().backward()

evidence = {"weight": net.weight.grad}
