# symptom: raises Only Tensors of floating point and complex dtype can require gradients
import torch

grid = torch.tensor([1, 2, 3], requires_grad=True)  # DTL304 integers
