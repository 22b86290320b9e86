# symptom: wrong
import torch
from torch import nn

torch.manual_seed(0)
body, head = nn.Linear(3, 3), nn.Linear(3, 1)
optimizer = torch.optim.SGD([*body.parameters(), *head.parameters()], lr=0.1)
x = torch.randn(4, 3)
head(body(x)).pow(2).mean().backward()
optimizer.step()
backbone = body
for p in backbone.parameters():
    p.requires_grad = False  # DTL310 the old gradients stay and are applied again
before = body.weight.detach().clone()
for _ in range(2):
    head.zero_grad()
    head(body(x)).pow(2).mean().backward()
    optimizer.step()

evidence = {"moved": (body.weight - before).abs().sum()}
