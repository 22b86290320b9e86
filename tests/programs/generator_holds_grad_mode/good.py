import torch
from torch import nn


@torch.no_grad()
def features(encoder, batches):
    for x in batches:
        yield encoder(x)


def outside(encoder, batches):
    for x in batches:
        with torch.no_grad():
            h = encoder(x)
        yield h


class Features:
    def __init__(self, encoder, batches):
        self.encoder = encoder
        self.batches = batches

    def __iter__(self):
        for x in self.batches:
            with torch.no_grad():
                h = self.encoder(x)
            yield h


torch.manual_seed(0)
encoder, head = nn.Linear(3, 4), nn.Linear(4, 1)
needs = []
for h in features(encoder, torch.randn(2, 5, 3)):
    needs.append(head(h).requires_grad)
for h in outside(encoder, torch.randn(2, 5, 3)):
    head(h).sum().backward()
for h in Features(encoder, torch.randn(2, 5, 3)):
    head(h).sum().backward()

evidence = {"needs": needs[0]}
