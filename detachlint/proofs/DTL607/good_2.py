"""A critic with a custom activation, trained with a gradient penalty."""
import torch
from torch import nn


class SoftStep(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x / (1 + x.abs())

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        return grad_output / (1 + x.abs()) ** 2


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(2, 4)
        self.outer = nn.Linear(4, 1, bias=False)

    def forward(self, x):
        return self.outer(SoftStep.apply(self.inner(x)))


torch.manual_seed(0)
critic = Critic()
optimizer = torch.optim.Adam(critic.parameters(), lr=1e-3)
points = torch.randn(6, 2, requires_grad=True)
(slopes,) = torch.autograd.grad(critic(points).sum(), points, create_graph=True)
penalty = (slopes.norm(dim=1) - 1).pow(2).mean()
optimizer.zero_grad()
penalty.backward()
evidence = {"inner.bias.grad": critic.inner.bias.grad}
optimizer.step()
