import numpy as np
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
buffer = np.zeros((4, 3), dtype=np.float32)
losses = []
for step in range(3):
    buffer[:] = step + 1
    batch = torch.from_numpy(buffer.copy())
    losses.append(model(batch).pow(2).mean())
sum(losses).backward()

evidence = {"weight": model.weight.grad}
