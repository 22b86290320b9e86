import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
before = model.weight.detach().clone()
for step in range(3):
    loss = model(torch.ones(2, 3)).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
evidence = {"learns": not torch.equal(before, model.weight)}
