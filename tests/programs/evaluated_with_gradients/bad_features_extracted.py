# symptom: grows
import torch
from torch import nn


class Backbone(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3)

    def forward(self, x):
        return torch.relu(self.conv(x)).mean((2, 3))


torch.manual_seed(0)
backbone = Backbone().eval()
bank = {}
for name, image in {"a": torch.rand(1, 1, 6, 6), "b": torch.rand(1, 1, 6, 6)}.items():
    bank[name] = backbone(image)  # DTL409 graphs in the bank
evidence = {"graph": bank["a"].requires_grad}
