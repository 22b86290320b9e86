# symptom: wrong
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 2)
logits = net(torch.randn(4, 3))
values = logits.data
values /= 0.5  # DTL104 a temperature that backward never hears of
logits.sum().backward()

evidence = {"bias": net.bias.grad}
