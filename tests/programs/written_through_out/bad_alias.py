# symptom: raises functions with out=... arguments don't support automatic differentiation
import torch

torch.manual_seed(0)
w = torch.randn(3, requires_grad=True)
buffer = torch.empty(3)
target = buffer
torch.mul(w, 2.0, out=target)  # DTL112 `w` requires grad
print(buffer.sum())
