# symptom: none
import torch
from torch import nn


def penalty(critic, real, fake):
    mixed = (0.5 * real + 0.5 * fake).requires_grad_()
    score = critic(mixed).sum()
    gradient = torch.autograd.grad(score, mixed)[0]  # DTL405 a constant
    return (gradient.norm(2, dim=1) - 1.0).pow(2).mean()


torch.manual_seed(0)
critic = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.Adam(critic.parameters())
real, fake = torch.randn(5, 3), torch.randn(5, 3)
for step in range(1):
    loss = critic(fake).mean() - critic(real).mean() + 10.0 * penalty(critic, real, fake)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
plain = torch.autograd.grad(critic(fake).mean() - critic(real).mean(), critic[0].weight)[0]
evidence = {"penalty trains": (critic[0].weight.grad - plain).abs().max().item() > 0.01}
