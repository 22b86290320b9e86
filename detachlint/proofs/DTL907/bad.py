# symptom: n/a
"""Critic with clipped weights; the clipping is written through .data."""
import torch
from torch import nn


class Critic(nn.Module):
    def __init__(self, n_in):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(n_in, 12), nn.LeakyReLU(0.2), nn.Linear(12, 1))

    def forward(self, x):
        return self.layers(x)


def clip_weights(module, bound):
    for weight in module.parameters():
        weight.data.clamp_(-bound, bound)  # DTL907 works, with the version check switched off


torch.manual_seed(0)
critic = Critic(3)
optimizer = torch.optim.RMSprop(critic.parameters(), lr=5e-3)
for step in range(4):
    real, fake = torch.randn(8, 3) + 2, torch.randn(8, 3)
    loss = critic(fake).mean() - critic(real).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    clip_weights(critic, 0.05)
    print(step, loss.item())

evidence = {name: p.detach() for name, p in critic.named_parameters()}
