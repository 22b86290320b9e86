# symptom: raises modified by an inplace operation
import torch
from torch import nn


def confident_share(probabilities):
    p = probabilities.detach()
    p[p < 0.5] = 0.0  # DTL102 shares memory with what sigmoid saved
    return float((p > 0).float().mean())


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 1), nn.Sigmoid())
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
criterion = nn.BCELoss()
log = []
for step in range(3):
    x = torch.randn(4, 6)
    y = torch.rand(4, 1)
    output = model(x)
    loss = criterion(output, y)
    log.append(confident_share(output))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
