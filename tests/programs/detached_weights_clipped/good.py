import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=1.0)
for _ in range(2):
    opt.zero_grad()
    (50 * net(torch.randn(4, 3)).pow(2).mean()).backward()
    nn.utils.clip_grad_norm_([p for p in net.parameters()], 0.1)
    opt.step()
evidence = {"w": net.weight.detach()}
