import torch

torch.manual_seed(0)
X = torch.randn(30, 2)
y = X @ torch.tensor([1.5, -2.0]) + 0.3
w = torch.zeros(2, requires_grad=True)
b = torch.zeros(1, requires_grad=True)
lr = 0.05
for epoch in range(5):
    pred = X @ w + b
    loss = ((pred - y) ** 2).mean()
    loss.backward()
    with torch.no_grad():
        w -= lr * w.grad
        b -= lr * b.grad
        w.grad.zero_()
        b.grad.zero_()
evidence = {"w": w.detach()}
