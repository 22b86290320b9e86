# symptom: raises cannot assign
import torch
from torch import nn

torch.manual_seed(0)
layer = nn.Linear(3, 2)
mask = (torch.rand(2, 3) > 0.5).float()
pruned = layer.weight * mask
layer.weight = pruned  # DTL313 a computed tensor for a Parameter
