# symptom: raises grad can be implicitly created only for scalar outputs
import torch
from torch import nn

torch.manual_seed(0)
encoder = nn.Linear(8, 4)
a, b = encoder(torch.randn(6, 8)), encoder(torch.randn(6, 8))
distance = (a - b).pow(2).sum(dim=1)
distance.backward()  # DTL404 one distance for each pair
