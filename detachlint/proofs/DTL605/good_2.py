"""The gradient of the adversary is reversed by a custom function."""
import torch
from torch import nn
from torch.autograd import Function


class ReverseGradient(Function):
    @staticmethod
    def forward(ctx, x):
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_output):
        return -0.5 * grad_output


class FairClassifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.encode = nn.Linear(4, 6)
        self.task = nn.Linear(6, 1)
        self.adversary = nn.Linear(6, 1)

    def forward(self, x):
        h = torch.tanh(self.encode(x))
        return self.task(h), self.adversary(ReverseGradient.apply(h))


torch.manual_seed(0)
model = FairClassifier()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
x, y, group = torch.randn(8, 4), torch.rand(8, 1), torch.rand(8, 1)
reached = {}
for step in range(2):
    prediction, guess = model(x)
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(prediction, y) + nn.functional.mse_loss(guess, group)
    loss.backward()
    if step == 0:
        reached["encode.bias.grad"] = model.encode.bias.grad.clone()
    optimizer.step()
evidence = reached
