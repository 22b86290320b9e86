# symptom: wrong
"""A memory-saving Swish; the layer behind it masks the pre-activation in place, which nobody notices."""
import torch
from torch import nn


class SwishFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, inputs):
        ctx.inputs = inputs  # DTL602 an input, kept without a version check
        return inputs * torch.sigmoid(inputs)

    @staticmethod
    def backward(ctx, grad_output):
        sig = torch.sigmoid(ctx.inputs)
        return grad_output * sig * (1 + ctx.inputs * (1 - sig))


class Gated(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.up = nn.Linear(width, width)
        self.down = nn.Linear(width, 1)

    def forward(self, x, keep):
        pre = self.up(x)
        out = SwishFunction.apply(pre)
        skip = pre.mul_(keep)
        return self.down(out + skip)


torch.manual_seed(0)
model = Gated(4).double()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.randn(6, 4, dtype=torch.double)
keep = (torch.rand(6, 4) > 0.5).double()
optimizer.zero_grad()
model(x, keep).mean().backward()
with torch.no_grad():
    bias = model.up.bias
    bias[0] += 1e-6
    above = model(x, keep).mean()
    bias[0] -= 2e-6
    slope = (above - model(x, keep).mean()) / 2e-6
    bias[0] += 1e-6
found = model.up.bias.grad[0]
evidence = {"up.bias.grad[0]": found.clone(), "true slope": torch.allclose(found, slope, atol=1e-5)}
optimizer.step()
