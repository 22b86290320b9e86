# symptom: none
import torch

torch.manual_seed(0)
raw = torch.randn(3, requires_grad=True)
x = raw.clone()
inputs = x
inputs.pow(2).sum().backward()

evidence = {"grad": x.grad}  # DTL305 `x` is a copy of the leaf
