import torch
from torch import nn


@torch.no_grad()
def update_average(average, model, decay):
    for q, p in zip(average.parameters(), model.parameters()):
        q.mul_(decay).add_(p, alpha=1 - decay)


class Prototypes(nn.Module):
    def __init__(self, count, width):
        super().__init__()
        self.centres = nn.Parameter(torch.randn(count, width))

    def restart(self, index, x):
        with torch.no_grad():
            self.centres[index] = x


torch.manual_seed(0)
weight = torch.randn(3, requires_grad=True)
for _ in range(2):
    loss = (weight * torch.randn(3)).sum()
    loss.backward()
    theta = weight
    with torch.no_grad():
        theta -= 0.1 * weight.grad
        weight.grad = None
prototypes = Prototypes(4, 3)
prototypes.restart(0, torch.zeros(3))
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
average = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
update_average(average, net, 0.9)
with torch.no_grad():
    for module in net:
        if isinstance(module, nn.Linear):
            module.weight.clamp_(-0.1, 0.1)
