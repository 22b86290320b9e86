# symptom: raises modified by an inplace operation
import torch
from torch import nn

torch.manual_seed(0)
actor = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
critic = nn.Linear(4, 1)
actor_optimizer = torch.optim.Adam(actor.parameters())
critic_optimizer = torch.optim.Adam(critic.parameters())
for step in range(2):
    state = torch.randn(5, 3)
    value = critic(torch.cat([state, actor(state)], dim=1))
    actor_loss = -value.mean()
    critic_loss = (value - 1.0).pow(2).mean()
    critic_optimizer.zero_grad()
    critic_loss.backward(retain_graph=True)
    critic_optimizer.step()  # DTL113 actor_loss still needs the old weights
    actor_optimizer.zero_grad()
    actor_loss.backward()
    actor_optimizer.step()
