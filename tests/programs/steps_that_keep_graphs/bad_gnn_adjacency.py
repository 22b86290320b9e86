# symptom: raises second time
import torch
from torch import nn


class GCN(nn.Module):
    def __init__(self, n, d):
        super().__init__()
        self.logits = nn.Parameter(torch.zeros(n, n))
        self.adj = torch.softmax(self.logits, dim=1)  # DTL401 made once
        self.lin = nn.Linear(d, 2)

    def forward(self, x):
        return self.adj @ self.lin(x)


torch.manual_seed(0)
net = GCN(4, 3)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.randn(4, 3)
for _ in range(2):
    opt.zero_grad()
    net(x).pow(2).mean().backward()
    opt.step()
