# symptom: wrong
import torch
from torch import nn

torch.manual_seed(0)
body, head = nn.Linear(2, 2), nn.Linear(2, 1)
optimizer = torch.optim.SGD([*body.parameters(), *head.parameters()], lr=0.1)
head(body(torch.ones(1, 2))).sum().backward()
optimizer.step()
for parameter in body.parameters():
    parameter.requires_grad = False  # DTL310 its gradient is still there
kept = body.weight.detach().clone()
optimizer.step()
evidence = {"frozen": torch.equal(kept, body.weight)}
