# symptom: raises backward through the graph a second time
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 1))
data = torch.randn(10, 2)


def loss_fn():
    return model(data).square().mean()


loss = loss_fn()  # DTL401 computed once
for _ in range(3):
    model.zero_grad()
    loss.backward()
    with torch.no_grad():
        for p in model.parameters():
            p -= 0.1 * p.grad
