# symptom: raises modified by an inplace operation
import torch
from torch import nn

torch.manual_seed(0)
actor = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 4))
critic = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 1))
actor_opt = torch.optim.SGD(actor.parameters(), lr=0.1)
critic_opt = torch.optim.SGD(critic.parameters(), lr=0.1)
value = critic(actor(torch.randn(5, 3)))
actor_loss = -value.mean()
critic_loss = (critic(torch.randn(5, 4)) - 1).pow(2).mean()
opt = critic_opt
critic_loss.backward()
opt.step()  # DTL113 the actor's graph goes through the critic's old weights
actor_loss.backward()
actor_opt.step()
