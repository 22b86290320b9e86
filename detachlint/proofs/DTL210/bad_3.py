# symptom: none
import torch
import torch.nn as nn


class TokenPicker(nn.Module):
    def __init__(self, dim=4, vocab=6):
        super().__init__()
        self.choose = nn.Linear(dim, vocab)
        self.table = nn.Embedding(vocab, dim)

    def forward(self, x):
        token = self.choose(x).argmax(dim=-1)  # DTL210 nothing behind argmax can learn
        return self.table(token)


torch.manual_seed(0)
picker = TokenPicker()
optim = torch.optim.SGD(picker.parameters(), lr=0.1)
(picker(torch.randn(3, 4)) - 1).pow(2).mean().backward()
optim.step()

evidence = {"choose.weight": picker.choose.weight.grad}
