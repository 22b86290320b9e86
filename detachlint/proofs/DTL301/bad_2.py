# symptom: raises you can only change requires_grad flags of leaf variables
import torch

p = torch.randn(3, requires_grad=True)
left = p * 2
left.requires_grad_(False)  # DTL301 left is computed
