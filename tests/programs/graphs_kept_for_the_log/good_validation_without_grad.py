import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
val_losses = []
for epoch in range(3):
    loss = model(torch.randn(4, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    with torch.no_grad():
        val_losses.append(model(torch.randn(4, 3)).pow(2).mean())
evidence = {"graphs": sum(v.requires_grad for v in val_losses)}
