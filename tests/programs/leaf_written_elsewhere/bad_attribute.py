# symptom: raises a view of a leaf Variable that requires grad is being used in an in-place operation
import torch
from torch import nn


class Prototypes(nn.Module):
    def __init__(self, count, width):
        super().__init__()
        self.centres = nn.Parameter(torch.randn(count, width))

    def restart(self, index, x):
        self.centres[index] = x  # DTL106 a part of a parameter


torch.manual_seed(0)
prototypes = Prototypes(4, 3)
prototypes.restart(0, torch.zeros(3))
