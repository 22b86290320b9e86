"""Feature matching; the features of the real picture are meant to be constants."""
import torch
from torch import nn


class Pyramid(nn.Module):
    def __init__(self, widths):
        super().__init__()
        self.stages = nn.ModuleList(nn.Linear(a, b) for a, b in zip(widths, widths[1:]))

    def forward(self, x):
        features = []
        for stage in self.stages:
            x = torch.tanh(stage(x))
            features.append(x)
        return features


def constants(features):
    return [feature.detach() for feature in features]


torch.manual_seed(0)
pyramid = Pyramid([4, 6, 3])
optimizer = torch.optim.SGD(pyramid.parameters(), lr=0.1)
for step in range(2):
    goals = constants(pyramid(torch.randn(5, 4)))
    found = pyramid(torch.randn(5, 4))
    loss = sum((a - b).abs().mean() for a, b in zip(found, goals))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
