import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


def run(function, *args, **kwargs):
    return checkpoint(function, *args, use_reentrant=False, **kwargs)


torch.manual_seed(0)
blocks = nn.ModuleList([nn.Linear(3, 3) for _ in range(3)])
h = blocks[0](torch.randn(5, 3))
for block in blocks:
    h = run(block, h)
options = {"use_reentrant": True}
h = checkpoint(blocks[0], h, **options)
h.sum().backward()
