import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", enabled=False)
loss = model(torch.randn(4, 3)).pow(2).mean()
loss.backward()
scaler.step(opt)
scaler.update()
