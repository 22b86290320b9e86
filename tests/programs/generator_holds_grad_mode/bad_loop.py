# symptom: none
import torch
from torch import nn


def features(encoder, batches):
    for x in batches:
        with torch.no_grad():
            h = encoder(x)
            yield h  # DTL218 still within the block


torch.manual_seed(0)
encoder, head = nn.Linear(3, 4), nn.Linear(4, 1)
needs = []
for h in features(encoder, torch.randn(2, 5, 3)):
    needs.append(head(h).requires_grad)

evidence = {"needs": needs[0]}
