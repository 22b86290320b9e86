import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(2):
    x, y = torch.randn(12, 4), torch.randn(12, 1)
    optimizer.zero_grad()
    for xb, yb in zip(x.split(4), y.split(4)):
        loss = nn.functional.mse_loss(model(xb), yb) / 3
        loss.backward()
    optimizer.step()
evidence = {"w": model.weight.detach()}
