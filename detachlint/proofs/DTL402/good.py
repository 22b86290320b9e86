import torch
from torch import nn


class Reader(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.rnn = nn.GRU(1, width)
        self.out = nn.Linear(width, 1)

    def forward(self, x, state):
        y, state = self.rnn(x, state)
        return self.out(y), state


torch.manual_seed(0)
reader = Reader(4)
optimizer = torch.optim.Adam(reader.parameters(), lr=0.01)
state = torch.zeros(1, 2, 4)
for window in range(3):
    x = torch.randn(5, 2, 1)
    guess, state = reader(x, state.detach())
    loss = (guess - x).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
