# symptom: no-op
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
w = net.weight
w.require_grad = False  # DTL303 a new attribute

evidence = {"frozen": not net.weight.requires_grad}
