import torch
from torch import nn


class Agent:
    def __init__(self):
        self.policy = nn.Linear(3, 2)
        self.optimizer = torch.optim.SGD(self.policy.parameters(), lr=1.0)
        self.max_grad = 0.1

    def learn(self, obs, act, ret):
        logp = self.policy(obs).log_softmax(-1).gather(1, act[:, None]).squeeze(1)
        loss = -(logp * ret).mean() * 50
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.policy.parameters(), self.max_grad)
        self.optimizer.step()


torch.manual_seed(0)
agent = Agent()
for _ in range(2):
    agent.learn(torch.randn(5, 3), torch.randint(0, 2, (5,)), torch.randn(5))
evidence = {"w": agent.policy.weight.detach()}
