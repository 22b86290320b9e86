import torch
from torch import nn


def update(optimizer, compute):
    optimizer.zero_grad()
    loss = compute()
    loss.backward()
    optimizer.step()


class Agent:
    def __init__(self):
        self.actor = nn.Linear(3, 4)
        self.critic = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 1))
        self.actor_opt = torch.optim.Adam(self.actor.parameters())
        self.critic_opt = torch.optim.Adam(self.critic.parameters())

    def learn(self, states, actions, rewards):
        critic_loss = (self.critic(actions) - rewards).pow(2).mean()
        self.critic_opt.zero_grad()
        critic_loss.backward()
        self.critic_opt.step()
        actor_loss = -self.critic(self.actor(states)).mean()
        self.actor_opt.zero_grad()
        actor_loss.backward()
        self.actor_opt.step()


torch.manual_seed(0)
Agent().learn(torch.randn(5, 3), torch.randn(5, 4), torch.randn(5, 1))

shared = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 4))
heads = nn.ModuleList([nn.Linear(4, 1), nn.Linear(4, 1)])
optimizer = torch.optim.SGD([*shared.parameters(), *heads.parameters()], lr=0.1)
x = torch.randn(5, 3)
update(optimizer, lambda: heads[0](shared(x)).pow(2).mean())
update(optimizer, lambda: heads[1](shared(x)).pow(2).mean())

# both backward passes before either step
actor = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 4))
critic = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 1))
actor_opt = torch.optim.SGD(actor.parameters(), lr=0.1)
critic_opt = torch.optim.SGD(critic.parameters(), lr=0.1)
actor_loss = -critic(actor(torch.randn(5, 3))).mean()
critic_loss = (critic(torch.randn(5, 4)) - 1).pow(2).mean()
actor_loss.backward()
critic_opt.zero_grad()
critic_loss.backward()
critic_opt.step()
actor_opt.step()

# the losses are summed
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
losses = []
for _ in range(3):
    losses.append(net(torch.randn(5, 3)).pow(2).mean())
optimizer.zero_grad()
sum(losses).backward()
optimizer.step()
