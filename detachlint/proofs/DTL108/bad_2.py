# symptom: raises more than one element of the written-to tensor
"""A start state computed from the whole sequence is expanded to the batch and then updated in place."""
import torch
from torch import nn


class Memory(nn.Module):
    def __init__(self, n_in, n_state):
        super().__init__()
        self.start = nn.Linear(n_in, n_state)
        self.write = nn.Linear(n_in, n_state)
        self.read = nn.Linear(n_state, 1)

    def initial(self, sequence):
        summary = self.start(sequence.mean(dim=(0, 1)))
        return summary.expand(sequence.size(1), -1)

    def forward(self, sequence):
        state = self.initial(sequence)
        for x in sequence:
            state += self.write(x)  # DTL108 all rows of the batch are one piece of memory
        return self.read(state)


torch.manual_seed(0)
model = Memory(3, 4)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(2):
    loss = (model(torch.randn(5, 6, 3)) - 1.0).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
