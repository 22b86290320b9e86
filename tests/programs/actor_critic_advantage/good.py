import torch
import torch.nn as nn
from torch.distributions import Categorical


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.actor = nn.Linear(3, 2)
        self.critic = nn.Linear(3, 1)

    def act(self, obs):
        dist = Categorical(logits=self.actor(obs))
        action = dist.sample()
        return action, dist.log_prob(action)


torch.manual_seed(0)
net = ActorCritic()
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
obs = torch.randn(3)
for t in range(4):
    action, logp = net.act(obs)
    next_obs, reward = torch.randn(3), float(action)
    with torch.no_grad():
        bootstrap = reward + 0.9 * net.critic(next_obs)
    advantage = bootstrap - net.critic(obs)
    actor_loss = -(logp * advantage.detach()).mean()
    critic_loss = advantage ** 2
    loss = actor_loss + 0.5 * critic_loss.mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    obs = next_obs
evidence = {"gradient": net.critic.weight.grad}
