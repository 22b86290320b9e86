# symptom: raises modified by an inplace operation|second time
import torch
from torch import nn

torch.manual_seed(0)
cell, out = nn.LSTMCell(3, 4), nn.Linear(4, 1)
opt = torch.optim.Adam([*cell.parameters(), *out.parameters()])
state = None
for x in torch.randn(3, 2, 3):
    state = cell(x, state)  # DTL402 carried with its graph
    loss = out(state[0]).pow(2).mean()
    opt.zero_grad()
    loss.backward(retain_graph=True)
    opt.step()
