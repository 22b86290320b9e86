# symptom: stale
import copy

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
shadow = copy.deepcopy(model)
pairs = zip(shadow.parameters(), model.parameters())  # DTL506 empty from the second round on
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    opt.zero_grad()
    model(torch.randn(4, 3)).pow(2).mean().backward()
    opt.step()
    with torch.no_grad():
        for s, p in pairs:
            s.mul_(0.5).add_(p, alpha=0.5)
evidence = {"shadow": shadow.weight.detach()}
