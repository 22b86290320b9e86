"""Two branches are compared, and neither may carry a gradient."""

import torch

x = torch.tensor([1.0, 2.0, -1.5], requires_grad=True)
p = torch.full((3,), 3.0)
q = torch.full((3,), 0.5)

left = x * p
right = x * q
left = left.detach()  # cut
right = right.detach()  # cut
loss = ((left - right) ** 2).sum()
loss.backward()  # DTL204
