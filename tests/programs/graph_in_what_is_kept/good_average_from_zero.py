import torch
from torch import nn


class Baseline:
    def __init__(self, decay=0.9):
        self.decay = decay
        self.value = torch.zeros(1)

    def __call__(self, reward):
        self.value = self.decay * self.value + (1 - self.decay) * reward.detach()
        return self.value


torch.manual_seed(0)
policy, baseline = nn.Linear(3, 1), Baseline()
optimizer = torch.optim.Adam(policy.parameters())
for _ in range(4):
    reward = -policy(torch.randn(6, 3)).pow(2).mean()
    optimizer.zero_grad()
    (-reward).backward()
    optimizer.step()
    print(f"{float(baseline(reward)):.3f}")
evidence = {"graph": baseline.value.requires_grad}
