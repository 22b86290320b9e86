# symptom: raises Can't call numpy\(\) on Tensor that requires grad
import numpy as np
import torch
from torch import nn


class Table(nn.Module):
    def __init__(self):
        super().__init__()
        self.codes = nn.Parameter(torch.randn(4, 3))

    def export(self):
        with torch.no_grad():
            codes = self.codes * 2
        return np.array(self.codes.cpu().numpy()), codes.numpy()  # DTL209 the parameter requires grad


torch.manual_seed(0)
Table().export()
