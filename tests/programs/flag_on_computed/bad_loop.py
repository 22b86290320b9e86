# symptom: raises you can only change requires_grad flags of leaf variables
import torch
from torch import nn

torch.manual_seed(0)
cell = nn.RNNCell(3, 4)
h = torch.zeros(2, 4)
for x in torch.randn(3, 2, 3):
    h.requires_grad_(False)  # DTL301 from the second step on it is computed
    h = cell(x, h)
