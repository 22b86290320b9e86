# symptom: none
import torch
from torch import nn


def build(width):
    return nn.Sequential(nn.Linear(3, width), nn.ReLU(), nn.Linear(width, 1))


torch.manual_seed(0)
model = build(4)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for width in (4, 8):
    model = build(width)  # DTL505 the optimizer holds the first model
    start = model[0].weight.detach().clone()
    for _ in range(2):
        optimizer.zero_grad()
        model(torch.randn(5, 3)).pow(2).mean().backward()
        optimizer.step()
evidence = {"moved": model[0].weight.detach() - start}
