# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
out = net(torch.randn(4, 3))
loss = (out.detach() - 1).pow(2).mean()
objective = loss
objective.requires_grad_()  # DTL215 a leaf with nothing behind it
objective.backward()

evidence = {"net": net.weight.grad}
