import torch
from torch import nn


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 4)
        self.policy = nn.Linear(4, 2)
        self.auxiliary = nn.Linear(4, 1)


torch.manual_seed(0)
agent = Agent()
opt = torch.optim.SGD(agent.parameters(), lr=1.0)
for iteration in range(2):
    for _ in range(2):
        obs = torch.randn(5, 3)
        loss = 20 * agent.policy(agent.body(obs).tanh()).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
        opt.step()
    opt.zero_grad()
    for _ in range(2):
        loss = agent.auxiliary(agent.body(torch.randn(5, 3)).tanh()).pow(2).mean()
        loss.backward()
        nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
        opt.step()
        opt.zero_grad()
evidence = {"w": agent.body.weight.detach()}
