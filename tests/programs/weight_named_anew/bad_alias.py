# symptom: raises does not require grad
import torch

torch.manual_seed(0)
x, y = torch.randn(5, 3), torch.randn(5)
w = torch.randn(3, requires_grad=True)
for _ in range(2):
    theta = w
    loss = (x @ theta - y).pow(2).mean()
    loss.backward()
    with torch.no_grad():
        w = theta - 0.1 * theta.grad  # DTL211 a new tensor that requires no grad
