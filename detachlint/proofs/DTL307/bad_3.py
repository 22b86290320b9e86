# symptom: none
import torch

torch.manual_seed(0)
x = torch.randn(10, 2)
y = x @ torch.tensor([[2.0], [-1.0]]) + 0.7
w = torch.zeros(2, 1, requires_grad=True)
b = torch.zeros(1)
optimizer = torch.optim.Adam(params=[{"params": [w]}, {"params": [b]}], lr=0.1)  # DTL307 b requires no grad
for _ in range(5):
    optimizer.zero_grad()
    (x @ w + b - y).pow(2).mean().backward()
    optimizer.step()
evidence = {"b": b}
