"""The activation is taken by .detach_(), zeroed, and summed for backward."""

import torch

a = torch.tensor([1.0, -2.0, 0.5], requires_grad=True)
out = a.sigmoid()
c = out.detach_()  # DTL201
c.zero_()
out.sum().backward()
