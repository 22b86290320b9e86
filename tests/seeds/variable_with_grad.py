"""A trainable tensor is made by the wrapper of old."""

import torch
from torch.autograd import Variable

x = Variable(torch.tensor([1.0, 2.0, -1.5]), requires_grad=True)  # DTL903
(x * x).sum().backward()
