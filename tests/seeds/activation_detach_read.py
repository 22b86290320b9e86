"""The activation is taken by .detach() to be looked at."""

import torch

a = torch.tensor([1.0, -2.0, 0.5], requires_grad=True)
out = a.sigmoid()
c = out.detach()
largest = c.max().item()
out.sum().backward()
