# symptom: wrong
import torch
from torch import nn

torch.manual_seed(0)
body, head = nn.Linear(3, 3), nn.Linear(3, 1)
optimizer = torch.optim.SGD([*body.parameters(), *head.parameters()], lr=0.1)
x = torch.randn(4, 3)
before = None
for epoch in range(3):
    if epoch == 1:
        for p in body.parameters():
            p.requires_grad = False  # DTL310 after the first epoch
        before = body.weight.detach().clone()
    for p in [*body.parameters(), *head.parameters()]:
        if p.requires_grad and p.grad is not None:
            p.grad.zero_()
    head(body(x)).pow(2).mean().backward()
    optimizer.step()

evidence = {"moved": (body.weight - before).abs().sum()}
