# symptom: none
import torch
from torch.autograd import Variable

torch.manual_seed(0)
raw = torch.randn(3, requires_grad=True)
inputs, wanted = torch.randn(10, 3), torch.rand(10)


def mixture(logits):
    return torch.softmax(logits, dim=0)


for _ in range(2):
    raw.grad = None
    proportions = Variable(mixture(raw), requires_grad=True)  # DTL206 raw is out of reach from here on
    error = (inputs @ proportions - wanted).pow(2).mean()
    error.backward()

evidence = {"raw": raw.grad}
