import torch
from torch import nn
from torch.func import functional_call


class Fusable(nn.Module):
    """Two layers that become one once training is over."""

    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(3, 3), nn.Linear(3, 3)

    def forward(self, x):
        return self.a(x) + self.b(x)

    def fuse(self):
        one = nn.Linear(3, 3)
        one.weight.data = self.a.weight + self.b.weight
        one.bias.data.copy_(self.a.bias + self.b.bias)
        return one


torch.manual_seed(0)
hyper, net = nn.Linear(2, 3), nn.Linear(3, 1)
optimizer = torch.optim.SGD(hyper.parameters(), lr=0.1)
for x in torch.randn(3, 4, 3):
    weight = hyper(torch.randn(1, 2))
    loss = functional_call(net, {"weight": weight}, (x,)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

branches = Fusable()
branches(torch.randn(2, 3)).sum().backward()
fused = branches.fuse().eval()
with torch.no_grad():
    print(fused(torch.randn(2, 3)))

# a soft update of a target network, and a step by hand
online, target = nn.Linear(3, 1), nn.Linear(3, 1)
for x in torch.randn(2, 4, 3):
    online.zero_grad()
    (online(x) - target(x).detach()).pow(2).mean().backward()
    for p in online.parameters():
        p.data = p - 0.1 * p.grad
    for t, p in zip(target.parameters(), online.parameters()):
        t.data.copy_(0.1 * p + 0.9 * t)

evidence = {"hyper": hyper.weight.grad}
