# symptom: none
import torch
from torch import nn


class Features:
    def __init__(self, encoder, batches):
        self.encoder = encoder
        self.batches = batches

    def __iter__(self):
        with torch.inference_mode(False), torch.no_grad():
            for x in self.batches:
                yield self.encoder(x)  # DTL218 within the block


torch.manual_seed(0)
encoder, head = nn.Linear(3, 4), nn.Linear(4, 1)
needs = []
for h in Features(encoder, torch.randn(2, 5, 3)):
    needs.append(head(h).requires_grad)

evidence = {"needs": needs[0]}
