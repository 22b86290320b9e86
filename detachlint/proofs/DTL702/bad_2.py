# symptom: wrong
"""Triplet loss on Euclidean distances; once an anchor is its own positive, the embedding is NaN."""
import torch
from torch import nn


class Embedder(nn.Module):
    def __init__(self, n_in, width):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(n_in, 8), nn.Tanh(), nn.Linear(8, width))

    def forward(self, x):
        return self.body(x)


def euclidean(a, b):
    return (a - b).pow(2).sum(dim=1) ** 0.5  # DTL702 the two may be the same sample


torch.manual_seed(0)
model = Embedder(3, 4)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
samples = torch.randn(6, 3)
positives = torch.tensor([0, 2, 1, 4, 3, 5])
negatives = torch.tensor([3, 4, 5, 0, 1, 2])
finite = []
for epoch in range(2):
    embedded = model(samples)
    near = euclidean(embedded, embedded[positives])
    far = euclidean(embedded, embedded[negatives])
    loss = torch.relu(near - far + 1.0).mean()
    optimizer.zero_grad()
    loss.backward()
    finite.append(all(bool(torch.isfinite(p.grad).all()) for p in model.parameters()))
    optimizer.step()
evidence = {"gradients are finite": finite}
