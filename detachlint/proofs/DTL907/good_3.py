import torch

torch.manual_seed(0)
theta = torch.randn(3, requires_grad=True)
for _ in range(3):
    theta.grad = None
    (theta - 1).square().sum().backward()
    with torch.no_grad():
        theta -= 0.1 * theta.grad

evidence = {"theta": theta.detach()}
