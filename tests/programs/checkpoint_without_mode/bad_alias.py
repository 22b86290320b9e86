# symptom: n/a
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint as cheap

torch.manual_seed(0)
block = nn.Linear(3, 3)
h = block(torch.randn(5, 3))
out = cheap(block, h)  # DTL219 `use_reentrant` is not said
out.sum().backward()
