import torch
from torch import nn


class LoRA(nn.Module):
    def __init__(self, base, rank=2):
        super().__init__()
        self.base = base
        self.base.requires_grad_(False)
        self.a = nn.Parameter(torch.randn(rank, base.in_features) * 0.1)
        self.b = nn.Parameter(torch.zeros(base.out_features, rank))

    def forward(self, x):
        return self.base(x) + x @ self.a.t() @ self.b.t()


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.q = nn.Linear(4, 4)
        self.v = nn.Linear(4, 4)

    def forward(self, x):
        return torch.softmax(self.q(x) @ x.t(), -1) @ self.v(x)


def inject(model, names):
    for name in names:
        setattr(model, name, LoRA(getattr(model, name)))


torch.manual_seed(0)
net = Attention()
inject(net, ["v"])
optimizer = torch.optim.AdamW([p for p in net.parameters() if p.requires_grad], lr=1e-2)
w = net.v.b.detach().clone()
for _ in range(3):
    optimizer.zero_grad()
    net(torch.randn(5, 4)).pow(2).mean().backward()
    optimizer.step()
evidence = {"moved": net.v.b.detach() - w}
