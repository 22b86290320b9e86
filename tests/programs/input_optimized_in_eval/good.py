import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 2))
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(2):
    opt.zero_grad()
    model(torch.randn(4, 3)).pow(2).mean().backward()
    opt.step()
model.eval()
noise = torch.zeros(4, 3, requires_grad=True)
attack = torch.optim.Adam([noise], lr=0.1)
for _ in range(3):
    attack.zero_grad()
    (-model(noise).pow(2).mean()).backward()
    attack.step()
