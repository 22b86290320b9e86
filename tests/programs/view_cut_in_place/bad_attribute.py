# symptom: raises Can't detach views in-place
import torch
from torch import nn


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
        self.hidden.detach_()  # DTL202 `hidden` is a view of the output


torch.manual_seed(0)
actor = Actor()
actor(torch.randn(5, 3)).sum().backward()
actor.reset()
