import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.LSTM(3, 5, batch_first=True)
        self.out = nn.Linear(5, 2)
        self.memory = None

    def forward(self, x):
        y, _ = self.rnn(x, self.memory)
        last = y[:, -1]
        last = last.detach()
        return self.out(last)


torch.manual_seed(0)
Tagger()(torch.randn(2, 4, 3)).sum().backward()
