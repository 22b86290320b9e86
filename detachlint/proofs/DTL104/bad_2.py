# symptom: wrong
import torch

torch.manual_seed(0)
x = torch.ones(3, requires_grad=True)
y = x + 1
y.data *= 10  # DTL104 the factor is missing from the gradient
y.sum().backward()
evidence = {"x.grad": x.grad}
