# symptom: raises can't optimize a non-leaf Tensor
import torch

torch.manual_seed(0)
base = torch.randn(4, requires_grad=True)
latent = base * 0.1
code = latent
optimizer = torch.optim.Adam([code], lr=0.1)  # DTL306 the product is no leaf
