import torch
from torch import nn


def make_optimizer(net, extra):
    return torch.optim.SGD([*net.parameters(), extra.requires_grad_()], lr=0.1)


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 1))
# parameters frozen on purpose
for p in net[0].parameters():
    p.requires_grad = False
offset = torch.zeros(1)
optimizer = make_optimizer(net, offset)
(net(torch.randn(4, 3)) + offset).sum().backward()
optimizer.step()

# made to require grad once the optimizer is there
late = torch.zeros(1)
optimizer = torch.optim.SGD([late], lr=0.1)
late.requires_grad_()
(net(torch.randn(4, 3)) + late).sum().backward()
optimizer.step()
fixed = nn.Parameter(torch.ones(1), requires_grad=False)
torch.optim.SGD([*net[1].parameters(), fixed], lr=0.1)

evidence = {"offset": offset}
