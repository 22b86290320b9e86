import torch

torch.manual_seed(0)
w1 = torch.randn(4, 3, requires_grad=True)
w2 = torch.randn(3, 1, requires_grad=True)
x, y = torch.randn(10, 4), torch.randn(10, 1)
for t in range(5):
    y_pred = x.mm(w1).clamp(min=0).mm(w2)
    loss = (y_pred - y).pow(2).sum()
    loss.backward()
    w1.data -= 1e-3 * w1.grad.data
    w2.data = w2.data - 1e-3 * w2.grad.data
    w1.grad.data.zero_()
    w2.grad.data.zero_()
evidence = {"w1": w1.detach()}
