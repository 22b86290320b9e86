import torch
import torch.nn as nn


class TokenPicker(nn.Module):
    """The frozen selector is taken as it is, and the optimizer is not given it."""

    def __init__(self, dim=4, vocab=6):
        super().__init__()
        self.choose = nn.Linear(dim, vocab)
        self.choose.requires_grad_(False)
        self.mix = nn.Linear(dim, vocab)
        self.table = nn.Embedding(vocab, dim)

    def forward(self, x):
        token = self.choose(x).argmax(dim=-1)
        return self.table(token) + self.mix(x).softmax(dim=-1) @ self.table.weight


torch.manual_seed(0)
picker = TokenPicker()
optim = torch.optim.SGD([p for p in picker.parameters() if p.requires_grad], lr=0.1)
(picker(torch.randn(3, 4)) - 1).pow(2).mean().backward()
optim.step()

evidence = {"choose.weight": picker.mix.weight.grad}
