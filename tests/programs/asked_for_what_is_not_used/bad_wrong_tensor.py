# symptom: raises appears to not have been used in the graph
import torch
from torch import nn


def gradient_penalty(critic, real, fake):
    alpha = torch.rand(real.size(0), 1)
    mixed = alpha * real + (1 - alpha) * fake
    mixed.requires_grad_(True)
    score = critic(mixed.clone().detach().requires_grad_(True))
    grads = torch.autograd.grad(score.sum(), mixed, create_graph=True)[0]  # DTL408 a copy was scored
    return (grads.norm(2, dim=1) - 1).pow(2).mean()


torch.manual_seed(0)
critic = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
gradient_penalty(critic, torch.randn(2, 3), torch.randn(2, 3)).backward()
