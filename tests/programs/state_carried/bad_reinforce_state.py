# symptom: raises backward through the graph a second time
import torch
from torch import nn
from torch.distributions import Normal


class RecurrentPolicy(nn.Module):
    def __init__(self):
        super().__init__()
        self.core = nn.LSTMCell(3, 6)
        self.mu = nn.Linear(6, 1)

    def forward(self, obs, carry):
        hx, cx = self.core(obs, carry)
        return Normal(self.mu(hx), 1.0), (hx, cx)


def episode(policy, carry, length=3):
    terms = []
    obs = torch.randn(1, 3)
    for _ in range(length):
        dist, carry = policy(obs, carry)
        action = dist.sample()
        terms.append(dist.log_prob(action).sum())
        obs = torch.randn(1, 3)
    return torch.stack(terms), carry


def main():
    torch.manual_seed(0)
    policy = RecurrentPolicy()
    optimizer = torch.optim.Adam(policy.parameters())
    carry = (torch.zeros(1, 6), torch.zeros(1, 6))
    for _ in range(3):
        log_probs, carry = episode(policy, carry)  # DTL402 the next episode starts from this one's graph
        loss = -(log_probs * torch.rand(3)).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


main()
