# symptom: raises can require gradients
import torch

torch.manual_seed(0)
positions = torch.arange(5)
grid = positions
grid.requires_grad_()  # DTL304 integers
