import torch
from torch import nn

torch.manual_seed(0)
net = nn.ModuleDict({"body": nn.Linear(4, 4), "head": nn.Linear(4, 2)})
opt = torch.optim.SGD(net.parameters(), lr=0.1)
net["head"] = nn.Linear(4, 3).requires_grad_(False)
w, b = net["head"].weight.detach().clone(), net["body"].weight.detach().clone()
for _ in range(2):
    opt.zero_grad()
    net["head"](net["body"](torch.randn(5, 4))).pow(2).mean().backward()
    opt.step()
evidence = {"head wants gradient and moves": net["head"].weight.grad is None}
