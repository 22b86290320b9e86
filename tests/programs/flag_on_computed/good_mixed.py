import torch
from torch import nn


def penalty(critic, real, fake):
    mix = 0.5 * real + 0.5 * fake
    mix.requires_grad = True
    (slope,) = torch.autograd.grad(critic(mix).sum(), mix, create_graph=True)
    return (slope.norm(dim=1) - 1).pow(2).mean()


torch.manual_seed(0)
critic, generator = nn.Linear(3, 1), nn.Linear(2, 3)
penalty(critic, torch.randn(4, 3), generator(torch.randn(4, 2)).detach()).backward()
