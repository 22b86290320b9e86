# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
offset = torch.zeros(1)
learned = offset
optimizer = torch.optim.SGD([*net.parameters(), learned], lr=0.1)  # DTL307 `offset` requires no grad
(net(torch.randn(4, 3)) + offset).sum().backward()
optimizer.step()

evidence = {"offset": offset}
