# symptom: wrong
import torch
from torch import nn

torch.manual_seed(0)
actor, critic = nn.Linear(3, 2), nn.Linear(3, 1)
a_opt = torch.optim.SGD(actor.parameters(), lr=0.5)
c_opt = torch.optim.SGD(critic.parameters(), lr=0.5)
for _ in range(3):
    obs = torch.randn(4, 3)
    a_opt.zero_grad()
    c_opt.zero_grad()
    (9 * actor(obs).pow(2).mean() + 9 * (critic(obs) - 1).pow(2).mean()).backward()
    nn.utils.clip_grad_norm_(actor.parameters(), 0.5)
    a_opt.step()
    c_opt.step()
    nn.utils.clip_grad_norm_(critic.parameters(), 0.5)  # DTL504 after the critic's step
evidence = {"w": critic.weight.detach()}
