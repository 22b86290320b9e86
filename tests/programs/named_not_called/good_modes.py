import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 4), nn.Dropout(0.5))
net.eval()
with torch.no_grad():
    first, second = net(torch.ones(1, 2)), net(torch.ones(1, 2))
evidence = {"training": net.training}
