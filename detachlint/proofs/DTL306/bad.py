# symptom: raises can't optimize a non-leaf Tensor
import torch

image = torch.randn(3, 4, requires_grad=True) * 0.01  # DTL306 the product is no leaf
optimizer = torch.optim.Adam([image], lr=0.1)
