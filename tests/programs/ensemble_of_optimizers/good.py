import torch
from torch import nn

torch.manual_seed(0)
members, optimizers = [], []
for _ in range(2):
    net = nn.Linear(3, 1)
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    members.append(net)
    optimizers.append(opt)
net = nn.Linear(3, 1)
late = torch.optim.SGD(members[0].parameters(), lr=0.1)
late.add_param_group({"params": net.parameters()})
for _ in range(2):
    for member, opt in zip(members, optimizers):
        opt.zero_grad()
        member(torch.randn(4, 3)).pow(2).mean().backward()
        opt.step()
    late.zero_grad()
    (net(torch.randn(4, 3)) + members[0](torch.randn(4, 3))).pow(2).mean().backward()
    late.step()
    late.zero_grad()
