"""The activation is taken by .data and zeroed before backward."""

import torch

a = torch.tensor([1.0, -2.0, 0.5], requires_grad=True)
out = a.sigmoid()
c = out.data
c.zero_()  # DTL103
out.sum().backward()
