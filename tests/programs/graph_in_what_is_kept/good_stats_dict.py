import torch
from torch import nn


class Agent:
    def __init__(self):
        self.actor = nn.Linear(3, 2)
        self.opt = torch.optim.Adam(self.actor.parameters())
        self.stats = {"entropy": torch.zeros(())}

    def learn(self, obs):
        dist = torch.distributions.Categorical(logits=self.actor(obs))
        entropy = dist.entropy().mean()
        loss = -dist.log_prob(dist.sample()).mean() - 0.01 * entropy
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        self.stats["entropy"] = 0.9 * self.stats["entropy"] + 0.1 * entropy.detach()


torch.manual_seed(0)
agent = Agent()
for _ in range(3):
    agent.learn(torch.randn(4, 3))
evidence = {"graph": agent.stats["entropy"].requires_grad}
