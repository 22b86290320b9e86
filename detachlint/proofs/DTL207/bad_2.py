# symptom: none
import torch

torch.manual_seed(0)
weights = torch.randn(5, requires_grad=True)
offset = torch.zeros(1, requires_grad=True)
x, y = torch.randn(20, 5), torch.randn(20)

prediction = x @ weights.detach() + offset
loss = (prediction - y).pow(2).mean()
loss = loss + 0.1 * weights.abs().sum().item()  # DTL207 the penalty is a constant now
loss.backward()

evidence = {"weights": weights.grad}
