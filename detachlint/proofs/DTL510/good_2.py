import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Linear(4, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(32, 4), torch.randn(32, 1)
k = 4
for epoch in range(2):
    opt.zero_grad()
    for xb, yb in zip(x.chunk(k), y.chunk(k)):
        loss = F.mse_loss(net(xb), yb)
        (loss / k).backward()
    grad = net.weight.grad.clone()
    opt.step()
evidence = {"gradient": grad}
