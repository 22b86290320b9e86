import torch
from torch import nn

torch.manual_seed(0)
x = torch.randn(4, 3)
body, head = nn.Linear(3, 3), nn.Linear(3, 1)
optimizer = torch.optim.SGD([*body.parameters(), *head.parameters()], lr=0.1)
head(body(x)).pow(2).mean().backward()
optimizer.step()

# the gradients are given up
for p in body.parameters():
    p.requires_grad = False
    p.grad = None
before = body.weight.detach().clone()
for _ in range(2):
    head.zero_grad()
    head(body(x)).pow(2).mean().backward()
    optimizer.step()
moved = (body.weight - before).abs().sum()

# zero_grad of the optimizer after freezing
second = nn.Linear(3, 3)
optimizer = torch.optim.SGD([*second.parameters(), *head.parameters()], lr=0.1)
optimizer.zero_grad()
head(second(x)).pow(2).mean().backward()
optimizer.step()
second.requires_grad_(False)
for _ in range(2):
    optimizer.zero_grad()
    head(second(x)).pow(2).mean().backward()
    optimizer.step()

# a new optimizer without them
third = nn.Linear(3, 3)
optimizer = torch.optim.SGD([*third.parameters(), *head.parameters()], lr=0.1)
optimizer.zero_grad()
head(third(x)).pow(2).mean().backward()
optimizer.step()
third.requires_grad_(False)
optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    head(third(x)).pow(2).mean().backward()
    optimizer.step()

evidence = {"moved": moved}
