# symptom: wrong
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loader = [(torch.randn(2, 4), torch.randn(2, 1)) for _ in range(6)]
for i, (x, y) in enumerate(loader):
    if i % 3 == 0:
        optimizer.zero_grad()
    loss = nn.functional.mse_loss(model(x), y)
    loss.backward()  # DTL501 stepped in every round, cleared in every third
    optimizer.step()
evidence = {"w": model.weight.detach()}
