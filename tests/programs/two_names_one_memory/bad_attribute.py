# symptom: stale
import torch
from torch import nn


class Agent:
    def __init__(self):
        self.online = nn.Linear(3, 1)
        self.target = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.online.parameters(), lr=0.1)

    def sync(self):
        self.target.weight.data = self.online.weight.data  # DTL114 both are one
        self.target.bias.data.copy_(self.online.bias.data)

    def learn(self, x):
        self.optimizer.zero_grad()
        self.online(x).sum().backward()
        self.optimizer.step()


torch.manual_seed(0)
agent = Agent()
agent.sync()
start = agent.online.weight.detach().clone()
agent.learn(torch.randn(4, 3))

evidence = {"kept": torch.equal(agent.target.weight, start)}
