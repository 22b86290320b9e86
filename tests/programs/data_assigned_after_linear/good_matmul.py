import torch

torch.manual_seed(0)
weight = torch.randn(3, 4, requires_grad=True)
x = torch.randn(5, 3, requires_grad=True)
out = x @ weight
out.sum().backward()
weight.data = weight.data / weight.data.norm()

evidence = {"x": x.grad}
