# symptom: wrong
import copy

import torch
from torch import nn
from torch.nn.functional import mse_loss


def mlp(inp, out, hidden=16, final=None):
    layers = [nn.Linear(inp, hidden), nn.ReLU(), nn.Linear(hidden, out)]
    if final is not None:
        layers.append(final)
    return nn.Sequential(*layers)


class TD3:
    def __init__(self, state_dim=4, action_dim=1, policy_delay=2, tau=0.01):
        self.actor = mlp(state_dim, action_dim, final=nn.Tanh())
        self.critic_1 = mlp(state_dim + action_dim, 1)
        self.critic_2 = mlp(state_dim + action_dim, 1)
        self.targets = [copy.deepcopy(m) for m in (self.actor, self.critic_1, self.critic_2)]
        for target in self.targets:
            for p in target.parameters():
                p.requires_grad = False
        self.actor_optim = torch.optim.Adam(self.actor.parameters(), lr=1e-3)
        critics = list(self.critic_1.parameters()) + list(self.critic_2.parameters())
        self.critic_optim = torch.optim.Adam(critics, lr=1e-3)
        self.delay, self.tau, self.updates = policy_delay, tau, 0

    def act(self, state, noise=0.1):
        with torch.no_grad():
            action = self.actor(state)
        return (action + noise * torch.randn_like(action)).clamp(-1, 1)

    def update(self, state, action, reward, next_state, gamma=0.99):
        actor_t, critic_1t, critic_2t = self.targets
        with torch.no_grad():
            noise = (torch.randn_like(action) * 0.2).clamp(-0.5, 0.5)
            next_action = (actor_t(next_state) + noise).clamp(-1, 1)
            both = torch.cat([next_state, next_action], 1)
            target = reward + gamma * torch.min(critic_1t(both), critic_2t(both))
        pair = torch.cat([state, action], 1)
        critic_loss = mse_loss(self.critic_1(pair), target) + mse_loss(self.critic_2(pair), target)
        critic_loss.backward()  # DTL501 also holds what the actor's loss has left
        self.critic_optim.step()

        self.updates += 1
        if self.updates % self.delay == 0:
            actor_loss = -self.critic_1(torch.cat([state, self.actor(state)], 1)).mean()
            self.actor_optim.zero_grad()
            actor_loss.backward()
            self.actor_optim.step()
            for net, target_net in zip((self.actor, self.critic_1, self.critic_2), self.targets):
                self.polyak(net, target_net)

    @torch.no_grad()
    def polyak(self, net, target_net):
        for p, t in zip(net.parameters(), target_net.parameters()):
            t.copy_((1 - self.tau) * t + self.tau * p)


torch.manual_seed(0)
agent = TD3()
start = [agent.actor[0].weight.detach().clone(), agent.critic_1[0].weight.detach().clone(), agent.targets[0][0].weight.detach().clone()]
for step in range(6):
    state = torch.randn(8, 4)
    agent.update(state, agent.act(state), torch.randn(8, 1), torch.randn(8, 4))

evidence = {
    "actor": agent.actor[0].weight.detach() - start[0],
    "critic": agent.critic_1[0].weight.detach() - start[1],
    "target": agent.targets[0][0].weight.detach() - start[2],
}
