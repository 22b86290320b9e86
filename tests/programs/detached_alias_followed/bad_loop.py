# symptom: raises modified by an inplace operation
import torch
from torch import nn

torch.manual_seed(0)
cell = nn.RNNCell(2, 3)
optimizer = torch.optim.SGD(cell.parameters(), lr=0.1)
h = torch.zeros(4, 3)
seen = []
for t in range(3):
    h = torch.tanh(cell(torch.randn(4, 2), h))
    seen.append(h.detach())

for part in seen:
    part.clamp_(min=0)  # DTL102 each is the memory of a hidden state
print(torch.stack(seen).mean())
optimizer.zero_grad()
h.sum().backward()
optimizer.step()
