import torch
from torch import nn

torch.manual_seed(0)
generator = nn.Linear(2, 3)
fixed_noise = torch.randn(4, 2)
with torch.no_grad():
    samples = generator(fixed_noise)

evidence = {"samples carry a graph": samples.requires_grad}
