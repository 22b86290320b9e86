import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
before = model.weight.detach().clone()
opt = torch.optim.Adam(model.parameters())
for _ in range(2):
    opt.zero_grad()
    model(torch.randn(4, 3)).pow(2).mean().backward()
    opt.step()
evidence = {"update": model.weight.detach() - before}
