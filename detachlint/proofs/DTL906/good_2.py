import torch as th


def describe(name, values):
    spread = values.std(dim=0, keepdim=True)
    return f"{name}: {spread[0]:.3f}, largest {values.abs().max():.3f}"


th.manual_seed(0)
print(describe("noise", th.randn(20)))
