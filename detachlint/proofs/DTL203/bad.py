# symptom: no-op
"""Tiny character model with causal attention."""
import math

import torch
import torch.nn.functional as F
from torch import nn


class CausalAttention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.query, self.key, self.value = (nn.Linear(dim, dim, bias=False) for _ in range(3))
        self.last_weights = None

    def forward(self, x):
        steps = x.size(1)
        scores = self.query(x) @ self.key(x).transpose(1, 2) / math.sqrt(x.size(-1))
        future = torch.ones(steps, steps, dtype=torch.bool).triu(1)
        scores.masked_fill(future, float("-inf"))  # DTL203 the masked scores are thrown away
        weights = F.softmax(scores, dim=-1)
        self.last_weights = weights.detach()
        return weights @ self.value(x)


torch.manual_seed(0)
vocab, dim = 7, 8
embed, attend, head = nn.Embedding(vocab, dim), CausalAttention(dim), nn.Linear(dim, vocab)
params = [p for m in (embed, attend, head) for p in m.parameters()]
opt = torch.optim.AdamW(params, lr=1e-2)
for _ in range(3):
    text = torch.randint(0, vocab, (4, 6))
    logits = head(attend(embed(text[:, :-1])))
    loss = F.cross_entropy(logits.reshape(-1, vocab), text[:, 1:].reshape(-1))
    opt.zero_grad()
    loss.backward()
    opt.step()

evidence = {"attention to the future": attend.last_weights.triu(1).sum().item()}
