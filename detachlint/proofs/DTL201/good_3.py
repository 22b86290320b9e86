"""Recurrent states are kept for a plot, then read out for the loss; a window later the state itself is cut."""
import torch
from torch import nn

torch.manual_seed(0)
cell = nn.GRUCell(2, 5)
readout = nn.Linear(5, 1)
sequence = torch.randn(7, 3, 2)
target = torch.randn(7, 3, 1)

states = []
h = torch.zeros(3, 5)
for x in sequence:
    h = cell(x, h)
    states.append(h)

drawn = []
for state in states:
    drawn.append(state.detach().norm(dim=1))
print("state norms", torch.stack(drawn).mean(1).tolist())

loss = (readout(torch.cat(states)) - target.reshape(-1, 1)).pow(2).mean()
loss.backward()
h.detach_()

evidence = {"cell.weight_ih": cell.weight_ih.grad, "cell.weight_hh": cell.weight_hh.grad}
