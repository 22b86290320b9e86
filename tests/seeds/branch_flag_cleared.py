"""Two branches are compared; somebody tries to switch one of them off by its flag."""

import torch

x = torch.tensor([1.0, 2.0, -1.5], requires_grad=True)
p = torch.full((3,), 3.0)
q = torch.full((3,), 0.5)

left = x * p
left.requires_grad = False  # DTL301
right = x * q
loss = ((left - right) ** 2).sum()
loss.backward()
