# symptom: raises Attempted step but _scale is None|No inf checks were recorded for this optimizer
import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
loss = model(torch.ones(2, 3)).mean()
loss.backward()
scaler.step(optimizer)  # DTL507 the loss was never scaled
scaler.update()
