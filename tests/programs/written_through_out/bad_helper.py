# symptom: raises functions with out=... arguments don't support automatic differentiation
import torch


def combine(a, b, into):
    torch.add(a, b, out=into)  # DTL112 called with a tensor that requires grad
    return into


torch.manual_seed(0)
w = torch.randn(3, requires_grad=True)
combine(w, torch.ones(3), torch.empty(3))
