# symptom: none
import torch
from torch import nn


def features(encoder, batches):
    with torch.no_grad():
        yield from encode_all(encoder, batches)  # DTL218 hands on while grad mode is off


def encode_all(encoder, batches):
    for x in batches:
        yield encoder(x)


torch.manual_seed(0)
encoder, head = nn.Linear(3, 4), nn.Linear(4, 1)
needs = []
for h in features(encoder, torch.randn(2, 5, 3)):
    needs.append(head(h).requires_grad)

evidence = {"needs": needs[0]}
