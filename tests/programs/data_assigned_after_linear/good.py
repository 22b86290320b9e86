"""Where the operator keeps a view of its own, the old values stay alive and the gradients come out right."""
import torch
from torch import nn

torch.manual_seed(0)

layer = nn.Linear(3, 4)
x = torch.randn(5, 3, requires_grad=True)
out = layer(x)
expected = layer.weight.detach().sum(0).clone()
layer.weight.data = layer.weight.data / layer.weight.data.norm()
out.sum().backward()
assert torch.allclose(x.grad[0], expected)

weight = torch.randn(4, 3, requires_grad=True)
x = torch.randn(5, 3, requires_grad=True)
expected = weight.detach().sum(0).clone()
out = torch.einsum("bi,oi->bo", x, weight) + x @ weight.t()
weight.data = torch.zeros(4, 3)
out.sum().backward()
assert torch.allclose(x.grad[0], 2 * expected)

# nothing saved
shift = nn.Parameter(torch.zeros(3))
moved = torch.randn(5, 3) + shift
shift.data = torch.ones(3)
moved.sum().backward()

# the backward pass has run
scale = nn.Parameter(torch.ones(3))
scaled = torch.randn(5, 3) * scale
scaled.square().mean().backward()
scale.data = scale.data.clamp(0.5, 2.0)
scale.data.mul_(0.9)
