# symptom: raises a view of a leaf Variable that requires grad is being used in an in-place operation
import torch
from torch import nn


class Table(nn.Module):
    def __init__(self, rows, width):
        super().__init__()
        self.table = nn.Parameter(torch.randn(rows, width))
        self.table[0] = 0.0  # DTL106 a view of a leaf


Table(4, 2)
