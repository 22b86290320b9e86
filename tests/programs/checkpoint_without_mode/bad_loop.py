# symptom: n/a
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

torch.manual_seed(0)
blocks = nn.ModuleList([nn.Linear(3, 3) for _ in range(3)])
h = blocks[0](torch.randn(5, 3))
for block in blocks:
    h = checkpoint(block, h, preserve_rng_state=False)  # DTL219 no mode
h.sum().backward()
