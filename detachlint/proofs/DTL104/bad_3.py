# symptom: wrong
"""A recurrent cell clamps its state through .data, so backward believes that it was never clamped."""
import torch
from torch import nn


class Cell(nn.Module):
    def __init__(self, n_in, n_state):
        super().__init__()
        self.inward = nn.Linear(n_in, n_state)
        self.again = nn.Linear(n_state, n_state)

    def forward(self, sequence):
        state = sequence.new_zeros(sequence.size(1), self.again.in_features)
        for x in sequence:
            state = self.inward(x) + self.again(state)
            state.data.clamp_(-0.5, 0.5)  # DTL104 nothing saved it yet: the clamp is missing from the gradient
        return state


torch.manual_seed(0)
cell = Cell(2, 3).double()
sequence = torch.randn(3, 4, 2, dtype=torch.double)
bias = cell.inward.bias
cell(sequence).sum().backward()
with torch.no_grad():
    slopes = []
    for unit in range(3):
        bias[unit] += 1e-6
        above = cell(sequence).sum()
        bias[unit] -= 2e-6
        below = cell(sequence).sum()
        bias[unit] += 1e-6
        slopes.append((above - below) / 2e-6)
evidence = {"bias.grad": bias.grad, "true slope": torch.allclose(bias.grad, torch.stack(slopes), atol=1e-5)}
