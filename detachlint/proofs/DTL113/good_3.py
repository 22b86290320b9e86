import torch

torch.manual_seed(0)
w = torch.randn(3, requires_grad=True)
v = torch.randn(3, requires_grad=True)
product = w * v
fit, size = (product - 1).pow(2).sum(), product.abs().sum()
(fit + size).backward()
with torch.no_grad():
    for p in (w, v):
        p -= 0.1 * p.grad
