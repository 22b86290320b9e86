# symptom: raises invalid index of a 0-dim tensor
import torch as th


def describe(name, values):
    spread = values.std()
    return f"{name}: {spread[0]:.3f}"  # DTL906 std over everything is a scalar


th.manual_seed(0)
print(describe("noise", th.randn(20)))
