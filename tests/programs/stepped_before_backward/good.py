import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
start = net.weight.detach().clone()
opt = torch.optim.Adam(net.parameters())
for epoch in range(4):
    pred = net(torch.randn(6, 3))
    loss = pred.pow(2).mean()
    loss.backward()
    opt.step()
    opt.zero_grad()
evidence = {"moved": net.weight.detach() - start}
