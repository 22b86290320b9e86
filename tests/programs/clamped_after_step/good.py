import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(4, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.5)
for _ in range(3):
    opt.zero_grad()
    (20 * model(torch.randn(6, 4)).pow(2).mean()).backward()
    for p in model.parameters():
        p.grad.data.clamp_(-0.1, 0.1)
    opt.step()
evidence = {"w": model.weight.detach()}
