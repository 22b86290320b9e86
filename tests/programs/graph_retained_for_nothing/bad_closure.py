# symptom: n/a
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(2, 1)
x, y = torch.randn(6, 2), torch.randn(6, 1)
optimizer = torch.optim.LBFGS(model.parameters(), max_iter=3)


def closure():
    optimizer.zero_grad()
    loss = (model(x) - y).square().mean()
    loss.backward(retain_graph=True)  # DTL406 computed anew by each evaluation
    return loss


for _ in range(2):
    optimizer.step(closure)
