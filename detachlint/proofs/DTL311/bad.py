# symptom: raises support the deepcopy protocol
import copy

import torch
from torch import nn

layer = nn.Linear(2, 2)
hidden = layer(torch.ones(1, 2))
kept = copy.deepcopy(hidden)  # DTL311 hidden is computed
