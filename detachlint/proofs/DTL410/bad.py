# symptom: grows
import torch
from torch import nn


class Centred(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layer = nn.Linear(width, width)
        self.register_buffer("mean", torch.zeros(width))

    def forward(self, x):
        hidden = self.layer(x)
        self.mean = 0.9 * self.mean + 0.1 * hidden.mean(0)  # DTL410 the buffer keeps the graph
        return hidden - self.mean.detach()


torch.manual_seed(0)
module = Centred(3)
module(torch.randn(4, 3))
evidence = {"buffer has a graph": module.mean.requires_grad}
