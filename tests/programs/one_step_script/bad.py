# symptom: wrong
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.randn(4, 3)
model(x).pow(2).mean().backward()
opt.step()
model(x).pow(2).mean().backward()  # DTL501 a second step without clearing
opt.step()
evidence = {"g": model.weight.grad}
