"""The branch is marked volatile, as one did before 0.4."""

import torch
from torch.autograd import Variable

weight = torch.tensor([1.0, 2.0, -1.5], requires_grad=True)
data = Variable(torch.ones(3), volatile=True)  # DTL902
result = weight * data
