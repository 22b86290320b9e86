import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2))
for p in model.parameters():
    p.requires_grad_(False)
image, label = torch.randn(1, 4), torch.tensor([1])
delta = torch.zeros_like(image, requires_grad=True)
for _ in range(4):
    loss = F.cross_entropy(model(image + delta), label)
    loss.backward()
    with torch.no_grad():
        delta += 0.1 * delta.grad
        delta.clamp_(-0.3, 0.3)
    delta.grad.zero_()
evidence = {"delta": delta.detach()}
