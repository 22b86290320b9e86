# symptom: none
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


def cheap(block, x):
    return checkpoint(block, x, use_reentrant=True)  # DTL216 called with plain data


torch.manual_seed(0)
block, head = nn.Linear(3, 4), nn.Linear(4, 1)
head(cheap(block, torch.randn(5, 3))).pow(2).mean().backward()

evidence = {"block": block.weight.grad}
