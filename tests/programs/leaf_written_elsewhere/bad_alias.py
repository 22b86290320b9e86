# symptom: raises a leaf Variable that requires grad is being used in an in-place operation
import torch

torch.manual_seed(0)
weight = torch.randn(3, requires_grad=True)
for _ in range(2):
    loss = (weight * torch.randn(3)).sum()
    loss.backward()
    theta = weight
    theta -= 0.1 * weight.grad  # DTL106 `theta` is the leaf itself
