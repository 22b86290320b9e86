# symptom: raises cannot assign .* as parameter 'weight'
"""Magnitude pruning between the epochs of a training run."""
import torch
from torch import nn


def prune(model, share):
    for layer in model:
        if not isinstance(layer, nn.Linear):
            continue
        size = layer.weight.detach().abs()
        mask = (size > size.flatten().quantile(share)).float()
        layer.weight = layer.weight * mask  # DTL313 the product is a plain tensor


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 2))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(2):
    for _ in range(3):
        logits = model(torch.randn(8, 4))
        loss = nn.functional.cross_entropy(logits, torch.randint(0, 2, (8,)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    prune(model, share=0.2)
