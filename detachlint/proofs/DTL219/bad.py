# symptom: n/a
"""Sequence model whose layers are recomputed in the backward pass."""
import warnings

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Stack(nn.Module):
    def __init__(self, vocab, dim, depth):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.layers = nn.ModuleList(nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, dim)) for _ in range(depth))
        self.head = nn.Linear(dim, vocab)

    def forward(self, tokens):
        h = self.embed(tokens)
        for layer in self.layers:
            h = h + checkpoint(layer, h)  # DTL219 torch asks for use_reentrant
        return self.head(h)


torch.manual_seed(0)
model = Stack(vocab=9, dim=6, depth=2)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    for _ in range(2):
        tokens = torch.randint(0, 9, (3, 7))
        logits = model(tokens[:, :-1])
        loss = nn.functional.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

evidence = {"torch warns": any("use_reentrant" in str(warning.message) for warning in caught)}
