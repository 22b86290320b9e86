import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(2, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", growth_interval=1)
for _ in range(2):
    opt.zero_grad()
    loss = net(torch.randn(3, 2)).pow(2).mean()
    scaler.scale(loss).backward()
    scaler.step(opt)
    scaler.update()
evidence = {"scale": scaler.get_scale()}
