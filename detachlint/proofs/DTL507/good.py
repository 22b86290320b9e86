import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
loss = model(torch.ones(2, 3)).mean()
scaler.scale(loss).backward()
scaler.step(optimizer)
scaler.update()
