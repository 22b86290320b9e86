import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU()).eval()
image = torch.rand(1, 1, 8, 8)
image.requires_grad_(True)
ascend = torch.optim.Adam([image], lr=0.05)
energy = 0.0
graph = False
for _ in range(3):
    activation = net(image).mean()
    ascend.zero_grad()
    (-activation).backward()
    ascend.step()
    energy += activation.item()
evidence = {"graph": graph}
