# symptom: raises does not require grad
import torch

torch.manual_seed(0)
x, y = torch.randn(8, 3), torch.randn(8)
params = [torch.randn(3, requires_grad=True), torch.zeros(1, requires_grad=True)]
for _ in range(3):
    loss = (x @ params[0] + params[1] - y).pow(2).mean()
    loss.backward()
    with torch.no_grad():
        params = [p - 0.1 * p.grad for p in params]  # DTL211 a list of new tensors
