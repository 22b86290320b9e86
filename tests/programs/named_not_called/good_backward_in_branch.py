import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(2, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(2):
    opt.zero_grad()
    loss = net(torch.randn(3, 2)).pow(2).mean()
    if torch.isfinite(loss):
        loss.backward()
        opt.step()
evidence = {"gradient": net.weight.grad}
