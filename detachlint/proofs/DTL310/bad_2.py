# symptom: wrong
"""Gradual freezing: after the first epoch the encoder is done, and only what still learns is cleared."""
import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(4, 6)
        self.classify = nn.Linear(6, 3)

    def forward(self, x):
        return self.classify(torch.tanh(self.encoder(x)))


def clear(model):
    for p in model.parameters():
        if p.requires_grad:
            p.grad = None


torch.manual_seed(0)
tagger = Tagger()
optimizer = torch.optim.SGD(tagger.parameters(), lr=0.1)
for epoch in range(3):
    if epoch == 1:
        for p in tagger.encoder.parameters():
            p.requires_grad = False  # DTL310 its last gradient stays and is applied in every later step
        kept = tagger.encoder.weight.clone()
    loss = nn.functional.cross_entropy(tagger(torch.randn(8, 4)), torch.randint(0, 3, (8,)))
    clear(tagger)
    loss.backward()
    optimizer.step()
evidence = {"encoder moved after freezing": (tagger.encoder.weight.detach() - kept).abs().max().item()}
