import torch

x = torch.linspace(0, 1, 5, requires_grad=True)
y = torch.sin(x) * x
y.backward(torch.ones_like(y))
print(x.grad)
