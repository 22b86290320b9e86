# symptom: raises backward through the graph a second time
import torch

torch.manual_seed(0)
a = torch.randn(4, requires_grad=True)
b = torch.randn(4, requires_grad=True)
shared = a * b
shared.sum().backward()
(shared.mean() + 1).backward()  # DTL401 the product saved its factors
