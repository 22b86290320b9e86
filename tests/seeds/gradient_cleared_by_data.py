"""Two passes over one tensor; in between the gradient is cleared in the old way."""

import torch

x = torch.tensor([1.0, 2.0, -1.5], requires_grad=True)
(x * 2).sum().backward()
x.grad.data.zero_()  # DTL904
(x * 3).sum().backward()
