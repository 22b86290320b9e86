# symptom: stale
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
backup = nn.Linear(2, 1)
for kept, live in zip(backup.parameters(), model.parameters()):
    kept.data = live.data  # DTL114 no copy is made
start = model.weight.detach().clone()
model(torch.ones(1, 2)).sum().backward()
optimizer.step()
with torch.no_grad():
    for kept, live in zip(backup.parameters(), model.parameters()):
        live.copy_(kept)
evidence = {"restored": torch.equal(model.weight, start)}
