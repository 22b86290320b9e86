import torch


def descend(w, lr):
    with torch.no_grad():
        w -= lr * w.grad
        w.grad = None
    return w


class Regression:
    def __init__(self):
        self.w = torch.randn(3, requires_grad=True)

    def fit(self, x, y):
        for _ in range(2):
            loss = (x @ self.w - y).pow(2).mean()
            loss.backward()
            with torch.no_grad():
                self.w.copy_(self.w - 0.1 * self.w.grad)
            self.w.grad = None


torch.manual_seed(0)
x, y = torch.randn(5, 3), torch.randn(5)
Regression().fit(x, y)
w = torch.randn(3, requires_grad=True)
for _ in range(2):
    loss = (x @ w - y).pow(2).mean()
    loss.backward()
    w = descend(w, 0.1)
for _ in range(2):
    loss = (x @ w - y).pow(2).mean()
    loss.backward()
    with torch.no_grad():
        w = w - 0.1 * w.grad
    w.requires_grad_()
for _ in range(2):
    loss = (x @ w - y).pow(2).mean()
    loss.backward()
    w = (w - 0.1 * w.grad).detach().requires_grad_(True)
params = [torch.randn(3, requires_grad=True), torch.zeros(1, requires_grad=True)]
for _ in range(2):
    loss = (x @ params[0] + params[1] - y).pow(2).mean()
    grads = torch.autograd.grad(loss, params)
    with torch.no_grad():
        for p, g in zip(params, grads):
            p -= 0.1 * g
