# symptom: grows
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
ema = None
beta = 0.9
for _ in range(3):
    loss = model(torch.randn(3, 2)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    ema = loss if ema is None else beta * ema + (1 - beta) * loss  # DTL410 the log holds every graph
evidence = {"graph": getattr(ema, "requires_grad", False)}
