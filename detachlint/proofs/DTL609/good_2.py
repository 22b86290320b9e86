"""A pruned residual branch passes on a gradient of its own."""
import torch
from torch import nn


class PrunedIdentity(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, keep):
        ctx.save_for_backward(keep)
        return x * keep

    @staticmethod
    def backward(ctx, grad_output):
        (keep,) = ctx.saved_tensors
        return grad_output * keep, None


class TwoBranches(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.left = nn.Linear(width, width)
        self.right = nn.Linear(width, width)
        self.register_buffer("keep", torch.tensor([1.0, 0.0, 1.0]))

    def forward(self, x):
        return self.right(x) + PrunedIdentity.apply(self.left(x), self.keep)


torch.manual_seed(0)
model = TwoBranches(3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.ones(2, 3)
weights = torch.tensor([1.0, 2.0, 3.0])
for _ in range(2):
    optimizer.zero_grad()
    (model(x) * weights).sum().backward()
    optimizer.step()
evidence = {"right.bias.grad": model.right.bias.grad, "is right": torch.equal(model.right.bias.grad, 2 * weights)}
