import torch
from torch import nn


class Weighting(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.log_vars = nn.Parameter(torch.zeros(n))

    def forward(self, losses):
        return (torch.exp(-self.log_vars) * torch.stack(losses) + self.log_vars).sum()


torch.manual_seed(0)
net, weigh = nn.Linear(4, 2), Weighting(2)
opt = torch.optim.Adam([{"params": net.parameters()}, {"params": weigh.parameters(), "lr": 1e-2}])
for _ in range(2):
    opt.zero_grad(set_to_none=True)
    out = net(torch.randn(6, 4))
    parts = [out[:, 0].pow(2).mean(), out[:, 1].abs().mean()]
    total = weigh(parts)
    total.backward()
    opt.step()
