"""Regression on generated data; the residuals are handed to NumPy for a summary."""
import numpy as np
import torch
from torch import nn


class Regressor(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(2, width), nn.ReLU(), nn.Linear(width, 1))

    def forward(self, x):
        return self.layers(x).squeeze(-1)


def summary(prediction, target):
    residual = prediction.detach().numpy() - target.numpy()
    return {"bias": residual.mean(), "spread": residual.std()}


torch.manual_seed(0)
rng = np.random.default_rng(0)
features = torch.from_numpy(rng.normal(size=(40, 2)).astype(np.float32))
target = features[:, 0] - 2 * features[:, 1]
net = Regressor(16)
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)

for step in range(3):
    prediction = net(features)
    loss = nn.functional.smooth_l1_loss(prediction, target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, summary(prediction, target))
