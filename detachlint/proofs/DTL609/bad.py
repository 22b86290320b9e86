# symptom: wrong
import torch


def halve(gradient):
    gradient.mul_(0.5)  # DTL609 other branches share it


x = torch.ones(3, requires_grad=True)
a = x * 1.0
a.register_hook(halve)
((a + x) * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
evidence = {"x.grad": x.grad}
