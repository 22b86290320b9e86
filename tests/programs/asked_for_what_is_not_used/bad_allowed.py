# symptom: raises appears to not have been used in the graph
import torch

a = torch.ones(2, requires_grad=True)
b = torch.ones(2, requires_grad=True)
y = (a * 3).sum()
ga, gb = torch.autograd.grad(y, (a, b))  # DTL408 b plays no part
