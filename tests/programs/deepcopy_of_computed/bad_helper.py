# symptom: raises Only Tensors created explicitly by the user
from copy import deepcopy

import torch
from torch import nn


def remember(memory, state):
    memory.append(deepcopy(state))  # DTL311 the caller's state has a graph


torch.manual_seed(0)
cell = nn.RNNCell(3, 4)
memory = []
h = cell(torch.randn(2, 3))
remember(memory, h)
