# symptom: n/a
import torch

torch.manual_seed(0)
theta = torch.randn(3, requires_grad=True)
for _ in range(3):
    theta.grad = None
    (theta - 1).square().sum().backward()
    theta.data = theta.data - 0.1 * theta.grad  # DTL907 an update past the version counter

evidence = {"theta": theta.detach()}
