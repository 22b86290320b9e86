import torch
from torch import nn

torch.manual_seed(0)
teacher = nn.Sequential(nn.Linear(3, 6), nn.Tanh(), nn.Linear(6, 1))
student = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
x = torch.randn(8, 3, requires_grad=True)
(wanted,) = torch.autograd.grad(teacher(x).sum(), x)
(got,) = torch.autograd.grad(student(x).sum(), x, create_graph=True)
loss = student[0].weight.sum() * 0 + (got - wanted).pow(2).mean()
loss.backward()
evidence = {"first layer": student[0].weight.grad}
