# symptom: raises does not require grad
import torch

torch.manual_seed(0)
x, y = torch.randn(5, 3), torch.randn(5)
params = [torch.randn(3, requires_grad=True), torch.zeros(1, requires_grad=True)]
for _ in range(2):
    loss = (x @ params[0] + params[1] - y).pow(2).mean()
    loss.backward()
    with torch.no_grad():
        for i in range(2):
            params[i] = params[i] - 0.1 * params[i].grad  # DTL211 new tensors in the list
