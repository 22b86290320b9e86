import torch


def normalise(values):
    length = values.norm()
    return values / length


start = torch.randn(5, requires_grad=True)
normalise(start.exp()).sum().backward()
