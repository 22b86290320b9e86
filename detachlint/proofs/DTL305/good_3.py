import torch

torch.manual_seed(0)
weight = torch.randn(3).to(torch.float64).requires_grad_()
x = torch.ones(3, dtype=torch.float64)
(weight @ x).backward()
slope = weight.grad
evidence = {"slope": slope}
