# symptom: grows
import torch
from torch import nn


def evaluate(model, loader):
    model.eval()
    correct = 0
    last = None
    for x, y in loader:
        last = model(x)  # DTL409 evaluation with grad mode on
        correct += (last.argmax(1) == y).sum().item()
    return correct, last


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
correct, last = evaluate(model, [(torch.randn(2, 3), torch.tensor([0, 1])) for _ in range(2)])
evidence = {"graph built": last.requires_grad}
