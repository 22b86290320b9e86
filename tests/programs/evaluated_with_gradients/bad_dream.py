# symptom: grows
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU()).eval()
image = torch.rand(1, 1, 8, 8)
energy = 0.0
graph = False
for _ in range(3):
    activation = net(image).mean()  # DTL409 only measured
    graph = activation.requires_grad
    energy += activation.item()
evidence = {"graph": graph}
