# symptom: n/a
import torch

x = torch.linspace(0, 1, 4, requires_grad=True)
y = (x.sin() * x).sum()
(g,) = torch.autograd.grad(y, x, retain_graph=True)  # DTL406 asked once
print(g)
