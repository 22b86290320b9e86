import torch
import torch.nn as nn


class TokenPicker(nn.Module):
    """Looks tokens up softly; the hard choice is only counted, by a scorer that is frozen."""

    def __init__(self, dim=4, vocab=6):
        super().__init__()
        self.choose = nn.Linear(dim, vocab)
        self.scorer = nn.Linear(dim, vocab)
        self.scorer.requires_grad_(False)
        self.table = nn.Embedding(vocab, dim)
        self.counts = torch.zeros(vocab)

    def forward(self, x):
        self.counts += self.scorer(x).argmax(dim=-1).bincount(minlength=len(self.counts))
        return self.choose(x).softmax(dim=-1) @ self.table.weight


torch.manual_seed(0)
picker = TokenPicker()
optim = torch.optim.SGD([p for p in picker.parameters() if p.requires_grad], lr=0.1)
(picker(torch.randn(3, 4)) - 1).pow(2).mean().backward()
optim.step()

evidence = {"choose.weight": picker.choose.weight.grad}
