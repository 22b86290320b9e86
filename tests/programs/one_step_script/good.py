import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.randn(4, 3)
model(x).pow(2).mean().backward()
opt.step()
print("one step made")
evidence = {"g": model.weight.grad}
