# symptom: raises modified by an inplace operation
import torch

torch.manual_seed(0)
angles = torch.randn(4, requires_grad=True)
wave = angles * 1.5
height = torch.sin(wave)
wave += 0.25  # DTL101 sin has already kept the angle
height.sum().backward()
