# symptom: wrong
import torch

torch.manual_seed(0)
w = torch.tensor(1.0, requires_grad=True)
x = w * torch.tensor([0.0, 1.0, 4.0])
y = torch.where(x > 0, torch.log(x), torch.zeros(3))  # DTL701 the gradient at zero is NaN
y.sum().backward()
evidence = {"finite": bool(torch.isfinite(w.grad))}
