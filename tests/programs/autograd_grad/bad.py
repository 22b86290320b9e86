# symptom: wrong
import torch

torch.manual_seed(0)
x, y = torch.randn(16, 3), torch.randn(16)
weights = torch.zeros(3, requires_grad=True)
for _ in range(10):
    loss = ((x @ weights - y) ** 2).mean()
    loss.backward()  # DTL501 adds, where autograd.grad would not
    g = weights.grad
    with torch.no_grad():
        weights.sub_(0.1 * g)
evidence = {"w": weights.detach()}
