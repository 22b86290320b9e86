# symptom: raises modified by an inplace operation
import torch
from torch import nn


class Agent:
    def __init__(self):
        self.actor = nn.Linear(3, 4)
        self.critic = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 1))
        self.actor_opt = torch.optim.Adam(self.actor.parameters())
        self.critic_opt = torch.optim.Adam(self.critic.parameters())

    def learn(self, states, actions, rewards):
        actor_loss = -self.critic(self.actor(states)).mean()
        critic_loss = (self.critic(actions) - rewards).pow(2).mean()
        self.critic_opt.zero_grad()
        critic_loss.backward()
        self.critic_opt.step()  # DTL113 between the two backward passes
        self.actor_opt.zero_grad()
        actor_loss.backward()
        self.actor_opt.step()


torch.manual_seed(0)
Agent().learn(torch.randn(5, 3), torch.randn(5, 4), torch.randn(5, 1))
