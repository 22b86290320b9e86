# symptom: wrong
import torch

torch.manual_seed(0)
weight = torch.randn(3, 4, requires_grad=True)
x = torch.randn(5, 3, requires_grad=True)
out = x @ weight
weight.data = weight.data / weight.data.norm()  # DTL103 the product needs the old weight
out.sum().backward()

evidence = {"x": x.grad}
