"""The activation is taken by .detach() and zeroed before backward."""

import torch

a = torch.tensor([1.0, -2.0, 0.5], requires_grad=True)
out = a.sigmoid()
c = out.detach()
c.zero_()  # DTL102
out.sum().backward()
