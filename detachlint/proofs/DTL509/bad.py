# symptom: wrong
import random

import torch
import torch.nn as nn
import torch.nn.functional as F


class QNet(nn.Module):
    def __init__(self, obs, acts):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(obs, 32), nn.ReLU(), nn.Linear(32, acts))

    def forward(self, x):
        return self.body(x)


class Agent:
    def __init__(self, obs=4, acts=2, gamma=0.9):
        self.q = QNet(obs, acts)
        self.gamma = gamma
        self.optim = torch.optim.Adam(self.q.parameters(), lr=1e-2)

    def update(self, s, a, r, s2, done):
        q_sa = self.q(s).gather(1, a.unsqueeze(1)).squeeze(1)
        target = r + self.gamma * (1 - done) * self.q(s2).max(1)[0]  # DTL509 keeps its graph
        loss = F.mse_loss(q_sa, target)
        self.optim.zero_grad()
        loss.backward()
        grads = self.q.body[0].weight.grad.clone()
        self.optim.step()
        return grads


torch.manual_seed(0)
random.seed(0)
agent = Agent()
for _ in range(3):
    done = (torch.rand(16) < 0.1).float()
    grads = agent.update(torch.randn(16, 4), torch.randint(0, 2, (16,)), torch.randn(16), torch.randn(16, 4), done)
evidence = {"gradient": grads}
