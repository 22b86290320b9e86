import torch
from torch import nn

torch.manual_seed(0)
x, y = torch.randn(20, 3), torch.randn(20, 1)
model = nn.Linear(3, 1)
optimizer = torch.optim.LBFGS(model.parameters(), lr=0.5, max_iter=4)


def closure():
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(model(x), y)
    loss.backward()
    return loss


for i in range(3):
    optimizer.step(closure)
evidence = {"w": model.weight.grad}
