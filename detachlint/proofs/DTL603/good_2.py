"""A hard shrink beside a residual branch, which keeps the input as it was."""
import torch
from torch import nn


class HardShrink(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, threshold):
        small = x.abs() < threshold
        ctx.save_for_backward(small)
        return x.masked_fill(small, 0.0) * 0.5

    @staticmethod
    def backward(ctx, grad_output):
        (small,) = ctx.saved_tensors
        return (grad_output * 0.5).masked_fill(small, 0.0), None


class Residual(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.mix = nn.Linear(width, width)

    def forward(self, x):
        h = self.mix(x)
        return h + HardShrink.apply(h, 0.4)


torch.manual_seed(0)
net = Residual(3).double()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.randn(5, 3, dtype=torch.double)
optimizer.zero_grad()
net(x).sum().backward()
slopes = []
with torch.no_grad():
    for i in range(3):
        step = 1e-7 * torch.eye(3, dtype=torch.double)[i]
        net.mix.bias += step
        above = net(x).sum()
        net.mix.bias -= 2 * step
        slopes.append((above - net(x).sum()) / 2e-7)
        net.mix.bias += step
agrees = torch.allclose(net.mix.bias.grad, torch.stack(slopes), atol=1e-4)
evidence = {"bias.grad": net.mix.bias.grad, "agrees with finite differences": agrees}
optimizer.step()
