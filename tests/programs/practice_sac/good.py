import copy

import torch
import torch.nn.functional as F
from torch import nn
from torch.distributions import Normal


class Actor(nn.Module):
    def __init__(self, s=3, a=2, h=16):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(s, h), nn.ReLU())
        self.mu, self.log_std = nn.Linear(h, a), nn.Linear(h, a)

    def sample(self, s):
        h = self.trunk(s)
        dist = Normal(self.mu(h), self.log_std(h).clamp(-5, 2).exp())
        u = dist.rsample()
        a = torch.tanh(u)
        logp = dist.log_prob(u) - torch.log(1 - a.pow(2) + 1e-6)
        return a, logp.sum(1, keepdim=True)


class TwinQ(nn.Module):
    def __init__(self, s=3, a=2, h=16):
        super().__init__()
        self.q1 = nn.Sequential(nn.Linear(s + a, h), nn.ReLU(), nn.Linear(h, 1))
        self.q2 = nn.Sequential(nn.Linear(s + a, h), nn.ReLU(), nn.Linear(h, 1))

    def forward(self, s, a):
        x = torch.cat([s, a], dim=1)
        return self.q1(x), self.q2(x)


class SAC:
    def __init__(self, gamma=0.99, tau=0.01, lr=3e-3):
        self.gamma, self.tau, self.target_entropy = gamma, tau, -2.0
        self.actor, self.critic = Actor(), TwinQ()
        self.critic_target = copy.deepcopy(self.critic).requires_grad_(False)
        self.log_alpha = torch.zeros(1, requires_grad=True)
        self.actor_opt = torch.optim.Adam(self.actor.parameters(), lr=lr)
        self.critic_opt = torch.optim.Adam(self.critic.parameters(), lr=lr)
        self.alpha_opt = torch.optim.Adam([self.log_alpha], lr=lr)

    def update_critic(self, s, a, r, s2, done):
        with torch.no_grad():
            a2, logp2 = self.actor.sample(s2)
            q_next = torch.min(*self.critic_target(s2, a2)) - self.log_alpha.exp() * logp2
            target = r + self.gamma * (1 - done) * q_next
        q1, q2 = self.critic(s, a)
        loss = F.mse_loss(q1, target) + F.mse_loss(q2, target)
        self.critic_opt.zero_grad()
        loss.backward()
        self.critic_opt.step()
        return loss.item()

    def update_actor_and_alpha(self, s):
        a, logp = self.actor.sample(s)
        q = torch.min(*self.critic(s, a))
        alpha = self.log_alpha.exp().detach()
        actor_loss = (alpha * logp - q).mean()
        self.actor_opt.zero_grad()
        actor_loss.backward()
        self.actor_opt.step()
        alpha_loss = -(self.log_alpha * (logp + self.target_entropy).detach()).mean()
        self.alpha_opt.zero_grad()
        alpha_loss.backward()
        self.alpha_opt.step()
        return actor_loss.item(), alpha_loss.item()

    def soft_update(self):
        with torch.no_grad():
            for p, t in zip(self.critic.parameters(), self.critic_target.parameters()):
                t.lerp_(p, self.tau)


torch.manual_seed(0)
agent = SAC()
for step in range(3):
    s, s2 = torch.randn(8, 3), torch.randn(8, 3)
    a, r, done = torch.rand(8, 2) * 2 - 1, torch.randn(8, 1), torch.zeros(8, 1)
    agent.update_critic(s, a, r, s2, done)
    agent.update_actor_and_alpha(s)
    agent.soft_update()

evidence = {"mu": agent.actor.mu.weight.grad, "alpha": agent.log_alpha.grad, "log_alpha": agent.log_alpha.detach().clone()}
