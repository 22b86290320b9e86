# symptom: no-op
import torch
from torch import nn

torch.manual_seed(0)
layer = nn.Linear(3, 2)
weight = layer.weight
weight.data[:1].requires_grad = False  # DTL312 a new tensor, dropped at once

evidence = {"frozen": not layer.weight.requires_grad}
