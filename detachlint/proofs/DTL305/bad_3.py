# symptom: none
import torch

torch.manual_seed(0)
weight = torch.randn(3, requires_grad=True).to(torch.float64)
x = torch.ones(3, dtype=torch.float64)
(weight @ x).backward()
slope = weight.grad  # DTL305 the leaf is the tensor before the conversion
evidence = {"slope": slope}
