# symptom: raises modified by an inplace operation
"""Inputs are dropped one by one; the mask is a constant, but the product saved it for the layer's gradient."""
import torch

torch.manual_seed(0)
layer = torch.nn.Linear(4, 6)
keep = torch.ones(6)
for unit in range(3):
    masked = layer(torch.randn(8, 4)) * keep
    keep[unit] = 0.0  # DTL101 the product saved the mask
    layer.zero_grad()
    masked.pow(2).mean().backward()
