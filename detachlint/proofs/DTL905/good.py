"""Contrastive pretraining on pairs of noisy views."""
import torch
import torch.nn.functional as F
from torch import nn, optim


class Projector(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(n_in, 10), nn.ReLU(), nn.Linear(10, n_out))

    def forward(self, x):
        return F.normalize(self.net(x), dim=1)


def info_nce(a, b, temperature=0.2):
    logits = a @ b.t() / temperature
    return F.cross_entropy(logits, torch.arange(len(a)))


torch.manual_seed(0)
projector = Projector(6, 4)
optimizer = optim.SGD(projector.parameters(), lr=0.1)
samples = torch.randn(12, 6)
for epoch in range(3):
    left = projector(samples + 0.1 * torch.randn_like(samples))
    right = projector(samples + 0.1 * torch.randn_like(samples))
    loss = info_nce(left, right)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

evidence = {name: p.detach() for name, p in projector.named_parameters()}
