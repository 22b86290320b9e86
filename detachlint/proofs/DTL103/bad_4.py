# symptom: wrong
"""The scale is rounded for the device between forward and backward."""
import torch


def quantise(parameter, levels):
    parameter.data = torch.round(parameter.data * levels) / levels  # DTL103 the product saved the parameter


torch.manual_seed(0)
scale = torch.nn.Parameter(torch.tensor([0.3, 0.6, 0.9]))
signal = torch.ones(3, requires_grad=True)
loss = (signal * scale).sum()
quantise(scale, 2)
loss.backward()
evidence = {"signal.grad": signal.grad}
