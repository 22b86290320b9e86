# symptom: raises context manager protocol|__enter__
import torch
from torch import nn


class Evaluator:
    def __init__(self):
        self.mode = torch.set_grad_enabled
        self.net = nn.Linear(3, 1)

    def __call__(self, x):
        with self.mode:  # DTL212 not called
            return self.net(x)


torch.manual_seed(0)
Evaluator()(torch.randn(4, 3))
