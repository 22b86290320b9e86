# symptom: raises modified by an inplace operation
import torch


def normalise(values):
    length = values.norm()
    values /= length  # DTL101 exp saved its result, and the norm its argument
    return values


start = torch.randn(5, requires_grad=True)
normalise(start.exp()).sum().backward()
