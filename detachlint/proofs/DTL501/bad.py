# symptom: wrong
import torch
from torch import nn


def train(model, optimizer, loader):
    norms = []
    for x in loader:
        loss = model(x).mean()
        loss.backward()  # DTL501 the former gradients are still there
        norms.append(model.weight.grad.norm().item())
        optimizer.step()
    return norms


torch.manual_seed(0)
model = nn.Linear(3, 1)
norms = train(model, torch.optim.SGD(model.parameters(), lr=0.0), [torch.ones(2, 3)] * 3)
evidence = {"growth": round(norms[-1] / norms[0], 3)}
