import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 4)
out = net(torch.randn(5, 3))
mean, scale = out.chunk(2, dim=1)
(mean * scale.exp()).sum().backward()

# indexing gives a view of its own
rows = net(torch.randn(5, 3))
rows[0].add_(1)
rows[:, 1].mul_(2)
first = rows[2]
first += 1
rows.sum().backward()

# no gradient is wanted
table = torch.randn(6, 2)
for row in table:
    row /= row.norm()
left, right = table.split(3)
left.zero_()
with torch.no_grad():
    for part in net(torch.randn(4, 3)).unbind(0):
        part.clamp_(0)
    for row in net.weight:
        row.div_(row.norm())

# copies of the parts
parts = [part.clone() for part in net(torch.randn(4, 3)).unbind(0)]
parts[0] += 1
torch.stack(parts).sum().backward()
