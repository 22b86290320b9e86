"""Radiance in polar coordinates: the angle of a point at the origin is masked before the division."""
import torch
from torch import nn


def elevation(offsets):
    length = offsets.square().sum(-1)
    safe = torch.where(length > 0, length, torch.ones_like(length))
    return offsets[..., 2] / safe


class Field(nn.Module):
    def __init__(self):
        super().__init__()
        self.anchor = nn.Parameter(torch.tensor([1.0, 0.0, 1.0]))
        self.fit = nn.Linear(1, 1)

    def forward(self, points):
        return self.fit(elevation(points - self.anchor).unsqueeze(-1)).squeeze(-1)


torch.manual_seed(0)
field = Field()
optimizer = torch.optim.SGD(field.parameters(), lr=0.01)
points = torch.tensor([[1.0, 0.0, 1.0], [0.0, 2.0, 1.0], [3.0, 1.0, 0.5]])
finite = []
for step in range(2):
    loss = (field(points) - 0.3).abs().mean()
    optimizer.zero_grad()
    loss.backward()
    finite.append(bool(torch.isfinite(loss)) and bool(torch.isfinite(field.anchor.grad).all()))
    optimizer.step()
evidence = {"anchor's gradient is finite": finite}
