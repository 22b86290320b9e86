# symptom: raises a leaf Variable that requires grad is being used in an in-place operation
import torch
from torch import nn

torch.manual_seed(0)
layer = nn.Linear(3, 2)
layer.weight.mul_(0.5)  # DTL106 with grad mode on
