# symptom: raises Can't call numpy\(\) on Tensor that requires grad
import numpy as np
from torch import manual_seed, nn


def as_arrays(module):
    return {name: np.asarray(p) for name, p in module.named_parameters()}  # DTL209 parameters require grad


manual_seed(0)
arrays = as_arrays(nn.Linear(3, 2))
print({name: a.shape for name, a in arrays.items()})
