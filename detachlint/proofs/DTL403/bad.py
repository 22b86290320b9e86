# symptom: grows
import torch
from torch import nn


def train_epoch(model, loader, optimizer, criterion):
    model.train()
    history = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        history.append(loss)  # DTL403 each loss keeps its graph
    return history


torch.manual_seed(0)
model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loader = [(torch.randn(2, 3), torch.randn(2, 1)) for _ in range(3)]
history = train_epoch(model, loader, optimizer, nn.MSELoss())
evidence = {"kept with a graph": sum(getattr(loss, "grad_fn", None) is not None for loss in history)}
