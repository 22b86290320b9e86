import itertools

import torch
from torch import nn

torch.manual_seed(0)
actor, critic = nn.Linear(3, 2), nn.Linear(3, 1)
everything = [*actor.parameters(), *critic.parameters()]
opt = torch.optim.SGD([*actor.parameters(), *critic.parameters()], lr=0.5)
norms = []
for _ in range(3):
    obs = torch.randn(4, 3)
    opt.zero_grad()
    (critic(obs).pow(2).mean() + actor(obs).pow(2).mean()).backward()
    norms.append(nn.utils.clip_grad_norm_(everything, 0.1).item())
    opt.step()
evidence = {"last norm": norms[-1]}
