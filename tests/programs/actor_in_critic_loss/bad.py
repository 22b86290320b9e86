# symptom: none
import torch
from torch import nn


class Agent:
    def __init__(self):
        self.actor = nn.Linear(3, 2)
        self.critic = nn.Linear(5, 1)
        self.actor_opt = torch.optim.Adam(self.actor.parameters(), lr=1e-3)
        self.critic_opt = torch.optim.Adam(self.critic.parameters(), lr=1e-3)

    def q(self, obs, act):
        return self.critic(torch.cat([obs, act], -1))

    def update_critic(self, obs, reward, next_obs):
        next_act = torch.tanh(self.actor(next_obs))
        target = reward + 0.9 * self.q(next_obs, next_act)
        loss = (self.q(obs, torch.zeros(4, 2)) - target.detach()).pow(2).mean() + 0.1 * self.q(next_obs, next_act).mean()
        self.critic_opt.zero_grad()
        loss.backward()  # DTL508 the actor too
        self.critic_opt.step()

    def update_actor(self, obs):
        loss = -self.q(obs, torch.tanh(self.actor(obs))).mean()
        self.actor_opt.zero_grad()
        loss.backward()
        self.actor_opt.step()

    def update(self, obs, reward, next_obs):
        self.update_critic(obs, reward, next_obs)
        self.touched = self.actor.weight.grad is not None and bool((self.actor.weight.grad != 0).any())
        self.update_actor(obs)
        self.actor_opt.zero_grad()


torch.manual_seed(0)
agent = Agent()
touched = []
for _ in range(2):
    agent.update(torch.randn(4, 3), torch.randn(4, 1), torch.randn(4, 3))
    touched.append(agent.touched)
evidence = {"actor left alone": not any(touched)}
