import torch
from torch import nn


def stop_gradient(t):
    return t.detach()


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 4)
        self.hidden = None

    def forward(self, x):
        out = self.net(x)
        self.hidden = out.view(-1)
        return out

    def reset(self):
        self.hidden = self.hidden.detach()


torch.manual_seed(0)
actor = Actor()
actor(torch.randn(5, 3)).sum().backward()
actor.reset()
net = nn.Linear(3, 4)
out = net(torch.randn(5, 3))
first = out[:, :2].detach()
goal = stop_gradient(out.transpose(0, 1))
(out.sum() + first.sum() + goal.sum()).backward()
parts = [part.detach() for part in net(torch.randn(5, 3)).split(2, dim=1)]
copied = net(torch.randn(5, 3))[0].clone()
copied.detach_()
