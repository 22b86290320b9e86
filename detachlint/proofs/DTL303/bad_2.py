# symptom: no-op
"""Transfer learning with a helper that freezes what it is given."""
import torch
from torch import nn


def freeze(module):
    for parameter in module.parameters():
        parameter.requires_gradient = False  # DTL303 torch never looks at this name


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(5, 8), nn.GELU(), nn.Linear(8, 8))
        self.box = nn.Linear(8, 4)

    def forward(self, x):
        return self.box(self.body(x))


torch.manual_seed(0)
detector = Detector()
freeze(detector.body)
before = detector.body[0].bias.detach().clone()
optimizer = torch.optim.AdamW(detector.parameters(), lr=1e-2, weight_decay=0.0)
for step in range(2):
    loss = nn.functional.smooth_l1_loss(detector(torch.randn(6, 5)), torch.rand(6, 4))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
evidence = {"body stays": torch.equal(detector.body[0].bias, before)}
