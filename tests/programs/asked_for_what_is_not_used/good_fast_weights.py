import torch
import torch.nn.functional as F

torch.manual_seed(0)
w = torch.randn(2, 3, requires_grad=True)
x, y = torch.randn(4, 3), torch.randn(4, 2)
inner = F.mse_loss(x @ w.t(), y)
(g,) = torch.autograd.grad(inner, w)
fast = w - 0.1 * g
outer = F.mse_loss(x @ fast.t(), y)
(meta,) = torch.autograd.grad(outer, w)
