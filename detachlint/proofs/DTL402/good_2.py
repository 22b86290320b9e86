import torch
from torch import nn

torch.manual_seed(0)
cell = nn.Linear(2, 2)
memory = torch.zeros(1, 2)
for step in range(3):
    memory = torch.tanh(cell(memory.detach()) + 1.0)
    memory.sum().backward()
    cell.zero_grad()
