import torch
from torch import nn


@torch.no_grad()
def combine(a, b, into):
    torch.add(a, b, out=into)
    return into


class Projection(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(3, 3))
        self.register_buffer("scratch", torch.empty(2, 3))

    def forward(self, x):
        if torch.is_grad_enabled():
            return torch.matmul(x, self.weight)
        return torch.matmul(x, self.weight, out=self.scratch)


torch.manual_seed(0)
w = torch.randn(3, requires_grad=True)
combine(w, torch.ones(3), torch.empty(3))
projection = Projection()
projection(torch.randn(2, 3)).sum().backward()
with torch.no_grad():
    projection(torch.randn(2, 3))
    torch.mul(w, 2.0, out=torch.empty(3))
torch.mul(w.detach(), 2.0, out=torch.empty(3))
totals = torch.zeros(2)
torch.add(totals, torch.ones(2), out=totals)
net = nn.Linear(3, 2)
outputs = torch.empty(4, 2)
with torch.inference_mode():
    for i, x in enumerate(torch.randn(4, 3)):
        torch.sigmoid(net(x), out=outputs[i])
