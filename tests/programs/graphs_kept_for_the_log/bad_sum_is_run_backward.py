# symptom: grows
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
tasks = [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(3)]
for _ in range(2):
    total = 0
    optimizer.zero_grad()
    for x, y in tasks:
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        total += loss  # DTL403 each is run backward by itself already
    optimizer.step()
evidence = {"graph": total.requires_grad}
