# symptom: raises returned an incorrect number of gradients
"""Weights are quantised on the fly; the number of bits was added to forward later, and backward was forgotten."""
import torch
from torch import nn


class FakeQuantise(torch.autograd.Function):
    @staticmethod
    def forward(ctx, weight, scale, bits):
        top = 2 ** (bits - 1) - 1
        ctx.save_for_backward((weight / scale).abs() <= top)
        return torch.clamp(torch.round(weight / scale), -top, top) * scale

    @staticmethod
    def backward(ctx, grad_output):
        (inside,) = ctx.saved_tensors
        return grad_output * inside, None  # DTL601 weight, scale and bits are three


class QuantisedLinear(nn.Linear):
    def forward(self, x):
        return nn.functional.linear(x, FakeQuantise.apply(self.weight, 0.05, 4), self.bias)


torch.manual_seed(0)
net = nn.Sequential(QuantisedLinear(4, 8), nn.ReLU(), QuantisedLinear(8, 2))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(3):
    inputs, labels = torch.randn(6, 4), torch.randint(0, 2, (6,))
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(net(inputs), labels)
    loss.backward()
    optimizer.step()
    print(step, loss.item())
