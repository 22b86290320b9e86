# symptom: raises modified by an inplace operation
import torch
from torch import nn

torch.manual_seed(0)
gain = nn.Parameter(torch.ones(3))
signal = torch.randn(5, 3)
calibrated = signal * gain
signal.sub_(signal.mean(0))  # DTL101 the gradient of `gain` needs `signal`
power = calibrated.pow(2).mean()
power.backward()
