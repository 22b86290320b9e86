# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
compress, restore = nn.Linear(6, 3), nn.Linear(3, 6)
signal = torch.randn(10, 6)

for _ in range(2):
    levels = 4.0 * torch.sigmoid(compress(signal))
    codes = levels.round()  # DTL208 the gradient of round is zero everywhere
    compress.zero_grad()
    restore.zero_grad()
    (restore(codes) - signal).square().mean().backward()

evidence = {"compress learns": bool(compress.weight.grad.abs().sum() > 0)}
