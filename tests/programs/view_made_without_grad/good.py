import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 4)
out = net(torch.randn(5, 3))
with torch.no_grad():
    head = out[:, :2]
    head.mul_(2)
out.sum().backward()

# both with grad mode on
again = net(torch.randn(5, 3))
tail = again[:, 2:]
tail.mul_(2)
again.sum().backward()

# the view is of something that needs no gradient
table = torch.zeros(4, 3)
with torch.no_grad():
    row = table[0]
row += 1

# a parameter, written where the view was made
with torch.no_grad():
    first = net.weight[0]
    first.clamp_(-1, 1)
with torch.no_grad():
    first.add_(0.1)

# a copy of the view
with torch.no_grad():
    part = out[0].clone()
part.mul_(3)
print(table, part)
