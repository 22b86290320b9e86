# symptom: n/a
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


def run(function, *args):
    return checkpoint(function, *args)  # DTL219 no mode


torch.manual_seed(0)
block = nn.Linear(3, 3)
run(block, block(torch.randn(5, 3))).sum().backward()
