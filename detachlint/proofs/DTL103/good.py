import torch

torch.manual_seed(0)
a = torch.randn(4, requires_grad=True)
out = a.sigmoid()
c = out.detach().clone()
c.zero_()
out.sum().backward()
evidence = {"a.grad": a.grad}
