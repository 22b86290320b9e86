# symptom: raises don't support automatic differentiation
import torch

w = torch.randn(3, requires_grad=True)
total = torch.empty(3)
torch.mul(w, 2.0, out=total)  # DTL112 an argument requires grad
