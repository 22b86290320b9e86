import torch
from torch import nn

torch.manual_seed(0)
cell = nn.GRUCell(4, 8)
readout = nn.Linear(8, 1)
opt = torch.optim.RMSprop(list(cell.parameters()) + list(readout.parameters()), lr=1e-3)
h = torch.zeros(2, 8)
t = 0
while t < 4:
    x, y = torch.randn(2, 4), torch.randn(2, 1)
    h = h.detach()
    h = cell(x, h)
    loss = nn.functional.mse_loss(readout(h), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    t += 1
