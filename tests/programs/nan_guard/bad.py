# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
start = model.weight.detach().clone()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(4):
    optimizer.zero_grad()
    loss = model(torch.randn(5, 3)).pow(2).mean()
    loss.backward()
    norm = nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    if not torch.isfinite(norm):
        print("skipping")
        continue
    optimizer.zero_grad()  # DTL502 on the good path too
    optimizer.step()
evidence = {"moved": (model.weight - start).detach()}
