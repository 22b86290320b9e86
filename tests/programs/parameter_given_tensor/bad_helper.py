# symptom: raises cannot assign
import torch
from torch import nn


def set_weight(module, value):
    module.weight = value  # DTL313 called with a plain tensor


torch.manual_seed(0)
set_weight(nn.Linear(3, 2), torch.zeros(2, 3))
