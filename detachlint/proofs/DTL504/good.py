import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
before = model.weight.detach().clone()
for step in range(1):
    optimizer.zero_grad()
    loss = 100.0 * model(torch.ones(2, 3)).mean()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 0.1)
    optimizer.step()
evidence = {"short step": bool((model.weight - before).norm() < 1.0)}
