# symptom: raises cannot assign
import torch
from torch import nn


class Codebook(nn.Module):
    def __init__(self):
        super().__init__()
        self.codes = nn.Parameter(torch.randn(4, 3))

    def normalise(self):
        self.codes = self.codes / self.codes.norm(dim=1, keepdim=True)  # DTL313 no Parameter


torch.manual_seed(0)
Codebook().normalise()
