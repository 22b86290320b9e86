# symptom: raises does not require grad
import torch

torch.manual_seed(0)
x, y = torch.randn(8, 3), torch.randn(8)
params = {"w": torch.randn(3, requires_grad=True), "b": torch.zeros(1, requires_grad=True)}
for _ in range(3):
    loss = (x @ params["w"] + params["b"] - y).pow(2).mean()
    loss.backward()
    with torch.no_grad():
        for name in params:
            params[name] = params[name] - 0.1 * params[name].grad  # DTL211 new tensors under the old names
