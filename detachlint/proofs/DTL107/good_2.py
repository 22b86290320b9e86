import torch
from torch import nn


class Accumulator(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.step = nn.Linear(width, width)
        self.readout = nn.Linear(width, 1)

    def forward(self, sequence):
        states = self.step(sequence)
        for index in range(5):
            states[index] += 1.0
        return self.readout(states).mean()


torch.manual_seed(0)
model = Accumulator(3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(2):
    loss = model(torch.randn(5, 2, 3))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
