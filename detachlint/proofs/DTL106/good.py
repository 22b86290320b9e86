import torch


def predict(x, w, b):
    return x @ w + b


def descend(parameters, rate):
    with torch.no_grad():
        for p in parameters:
            p -= rate * p.grad
            p.grad = None


torch.manual_seed(0)
w = torch.zeros(2, requires_grad=True)
b = torch.zeros(1, requires_grad=True)
x = torch.randn(20, 2)
y = x @ torch.tensor([1.0, -2.0]) + 0.5
for epoch in range(3):
    for start in range(0, 20, 10):
        guess = predict(x[start : start + 10], w, b)
        loss = (guess - y[start : start + 10]).pow(2).mean()
        loss.backward()
        descend([w, b], rate=0.1)
print(w, b)
