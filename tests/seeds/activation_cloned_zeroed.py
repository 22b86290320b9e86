"""The activation is cloned, and the clone is zeroed."""

import torch

a = torch.tensor([1.0, -2.0, 0.5], requires_grad=True)
out = a.sigmoid()
c = out.clone()
c.zero_()
out.sum().backward()
