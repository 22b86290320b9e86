import torch
from torch import nn

torch.manual_seed(0)
actor, critic = nn.Linear(3, 2), nn.Linear(3, 1)
start = actor.weight.detach().clone()
a_opt, c_opt = (torch.optim.SGD(m.parameters(), lr=0.1) for m in (actor, critic))
for _ in range(3):
    obs = torch.randn(5, 3)
    ret = torch.randn(5)
    value = critic(obs).squeeze(-1)
    c_loss = (ret - value).pow(2).mean()
    c_opt.zero_grad()
    c_loss.backward()
    c_opt.step()
    adv = (ret - value).detach()
    a_loss = -(actor(obs).log_softmax(-1)[:, 0] * adv).mean()
    a_opt.zero_grad()
    a_loss.backward()
    a_opt.step()
evidence = {"moved": actor.weight.detach() - start}
