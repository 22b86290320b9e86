"""Deep Q-learning with a target network that is brought up to date every few steps."""
import torch
from torch import nn


class Agent:
    def __init__(self, observations, actions):
        self.online = nn.Linear(observations, actions)
        self.target = nn.Linear(observations, actions).requires_grad_(False)
        self.optimizer = torch.optim.SGD(self.online.parameters(), lr=0.1)

    def sync(self):
        self.target.weight.data = self.online.weight.data.clone()
        self.target.bias.data = self.online.bias.data.clone()

    def learn(self, state, action, reward, following):
        with torch.no_grad():
            goal = reward + 0.9 * self.target(following).max(dim=1).values
        value = self.online(state).gather(1, action.unsqueeze(1)).squeeze(1)
        loss = nn.functional.smooth_l1_loss(value, goal)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


torch.manual_seed(0)
agent = Agent(3, 2)
agent.sync()
fixed = agent.target.weight.clone()
for step in range(2):
    agent.learn(torch.randn(4, 3), torch.randint(0, 2, (4,)), torch.randn(4), torch.randn(4, 3))
evidence = {"target stays between syncs": torch.equal(fixed, agent.target.weight)}
