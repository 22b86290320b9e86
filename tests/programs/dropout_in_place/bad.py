# symptom: raises modified by an inplace operation
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(
    nn.Linear(3, 4),
    nn.ReLU(inplace=True),
    nn.Dropout(0.5, inplace=True),  # DTL101 relu keeps its result
    nn.Linear(4, 1),
)
net(torch.randn(2, 3)).sum().backward()
