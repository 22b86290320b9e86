import torch
from torch import nn, optim
from torch.distributions import Categorical

torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 2))
optimizer = optim.Adam(policy.parameters(), lr=1e-2)
log_probs, rewards = [], []
for t in range(5):
    m = Categorical(logits=policy(torch.randn(4)))
    action = m.sample()
    log_probs.append(m.log_prob(action))
    rewards.append(1.0)
returns = torch.tensor(rewards).flip(0).cumsum(0).flip(0)
policy_loss = (-torch.stack(log_probs) * returns).sum()
optimizer.zero_grad()
policy_loss.backward()
optimizer.step()
