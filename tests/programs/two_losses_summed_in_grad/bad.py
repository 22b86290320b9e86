# symptom: wrong
import torch
from torch import nn

torch.manual_seed(0)
body, cls, reg = nn.Linear(4, 4), nn.Linear(4, 3), nn.Linear(4, 1)
everything = nn.ModuleList([body, cls, reg])
opt = torch.optim.SGD(everything.parameters(), lr=0.1)
for _ in range(3):
    x = torch.randn(6, 4)
    h = body(x)
    l1 = nn.functional.cross_entropy(cls(h), torch.randint(0, 3, (6,)))
    l2 = reg(h).pow(2).mean()
    l1.backward(retain_graph=True)  # DTL501 nothing clears
    l2.backward()
    opt.step()
evidence = {"w": body.weight.detach()}
