# symptom: wrong
import torch


def normalised(values):
    values -= values.min()  # DTL105 the memory of the caller's tensor
    return values


torch.manual_seed(0)
w = torch.randn(4, requires_grad=True)
p = torch.sigmoid(w)
energy = (p * p.exp()).sum()
print(normalised(p.detach().numpy()))
energy.backward()

evidence = {"w": w.grad}
