import torch
from torch import nn


class Actor(nn.Module):
    def __init__(self, observations, actions, limit):
        super().__init__()
        self.body = nn.Linear(observations, 8)
        self.head = nn.Linear(8, actions)
        self.limit = limit

    def clip(self, action):
        return action.clamp(-self.limit, self.limit)

    def forward(self, observation):
        hidden = torch.relu(self.body(observation))
        return self.clip(torch.tanh(self.head(hidden)))


torch.manual_seed(0)
actor = Actor(3, 2, limit=0.2)
optimizer = torch.optim.SGD(actor.parameters(), lr=0.1)
for step in range(2):
    loss = (actor(torch.ones(4, 3)) - 1.0).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
evidence = {"head.bias.grad": actor.head.bias.grad}
