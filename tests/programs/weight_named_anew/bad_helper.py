# symptom: raises unsupported operand type
import torch


def descend(w, lr):
    return w - lr * w.grad


torch.manual_seed(0)
x, y = torch.randn(5, 3), torch.randn(5)
w = torch.randn(3, requires_grad=True)
for _ in range(2):
    loss = (x @ w - y).pow(2).mean()
    loss.backward()
    w = descend(w, 0.1)  # DTL211 no leaf any more
