import torch
from torch import nn

torch.manual_seed(0)
cell, out = nn.LSTMCell(3, 4), nn.Linear(4, 1)
x = torch.randn(6, 2, 3)
h, c = torch.zeros(2, 4), torch.zeros(2, 4)
history = []
for step in x:
    h, c = cell(step, (h, c))
    history.append(h)
    h = h.detach()
    c = c.detach()
loss = out(torch.stack(history)).pow(2).mean()
loss.backward()

evidence = {"weight_ih": cell.weight_ih.grad}
