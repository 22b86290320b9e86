import torch
from torch import nn


class Table(nn.Module):
    def __init__(self, rows, width):
        super().__init__()
        self.table = nn.Parameter(torch.randn(rows, width))
        with torch.no_grad():
            self.table[0] = 0.0


Table(4, 2)
