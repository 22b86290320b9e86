# symptom: raises does not require grad
import torch
import torch.nn.functional as F
from torch import nn, optim
from torch.distributions import Categorical


class Corridor:
    """A walk along a line; the right end pays."""

    def __init__(self, length=6):
        self.length = length
        self.position = 0

    def reset(self):
        self.position = 0
        return self.observe()

    def observe(self):
        return torch.tensor([self.position / self.length, 1.0])

    def step(self, action):
        self.position = max(0, self.position + (1 if action == 1 else -1))
        done = self.position >= self.length
        return self.observe(), 1.0 if done else -0.1, done


class ActorCritic(nn.Module):
    def __init__(self, hidden=16):
        super().__init__()
        self.shared = nn.Linear(2, hidden)
        self.policy = nn.Linear(hidden, 2)
        self.value = nn.Linear(hidden, 1)

    def forward(self, obs):
        h = torch.tanh(self.shared(obs))
        return Categorical(logits=self.policy(h)), self.value(h).squeeze(-1)


def rollout(model, env, limit=10):
    log_probs, values, rewards, entropies = [], [], [], []
    obs, done = env.reset(), False
    while not done and len(rewards) < limit:
        with torch.no_grad():
            dist, value = model(obs)
        action = dist.sample()
        obs, reward, done = env.step(action.item())
        log_probs.append(dist.log_prob(action))
        entropies.append(dist.entropy())
        values.append(value)
        rewards.append(reward)
    return log_probs, values, rewards, entropies


def discounted(rewards, gamma=0.99):
    returns, running = [], 0.0
    for r in reversed(rewards):
        running = r + gamma * running
        returns.insert(0, running)
    return torch.tensor(returns)


def update(model, optimizer, log_probs, values, rewards, entropies):
    returns = discounted(rewards)
    values = torch.stack(values)
    advantages = returns - values.detach()
    policy_loss = -(torch.stack(log_probs) * advantages).mean()
    value_loss = F.smooth_l1_loss(values, returns)
    loss = policy_loss + 0.5 * value_loss - 0.01 * torch.stack(entropies).mean()
    optimizer.zero_grad()
    loss.backward()  # DTL204 nothing of the episode has a graph
    optimizer.step()
    return loss.item()


torch.manual_seed(0)
model = ActorCritic()
optimizer = optim.Adam(model.parameters(), lr=3e-3)
for episode in range(3):
    loss = update(model, optimizer, *rollout(model, Corridor()))
    print(f"episode {episode} loss {loss:.3f}")

evidence = {
    "policy": model.policy.weight.grad,
    "value": model.value.weight.grad,
    "moved": model.value.weight.detach() - ActorCritic().value.weight.detach(),
}
