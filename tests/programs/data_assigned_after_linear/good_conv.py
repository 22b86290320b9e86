import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
conv = nn.Conv1d(1, 2, 3)
signal = torch.randn(1, 1, 8, requires_grad=True)
kernel = conv.weight
response = conv(signal)
response.sum().backward()
kernel.data = F.normalize(kernel.data, dim=2)

evidence = {"signal": signal.grad}
