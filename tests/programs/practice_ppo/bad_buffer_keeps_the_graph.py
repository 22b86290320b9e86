# symptom: raises backward through the graph a second time
import torch
from torch import nn
from torch.distributions import Normal


class Policy(nn.Module):
    def __init__(self, obs_dim=3, act_dim=2, hidden=8):
        super().__init__()
        self.mean = nn.Sequential(nn.Linear(obs_dim, hidden), nn.Tanh(), nn.Linear(hidden, act_dim))
        self.log_std = nn.Parameter(-0.5 * torch.ones(act_dim))
        self.critic = nn.Sequential(nn.Linear(obs_dim, hidden), nn.Tanh(), nn.Linear(hidden, 1))

    def dist(self, obs):
        return Normal(self.mean(obs), self.log_std.exp())

    def act(self, obs):
        d = self.dist(obs)
        action = d.sample()
        return action, d.log_prob(action).sum(-1), self.critic(obs).squeeze(-1)

    def evaluate(self, obs, action):
        d = self.dist(obs)
        return d.log_prob(action).sum(-1), d.entropy().sum(-1), self.critic(obs).squeeze(-1)


class Rollout:
    def __init__(self, size, obs_dim, act_dim):
        self.obs, self.actions = torch.zeros(size, obs_dim), torch.zeros(size, act_dim)
        self.logp, self.values, self.rewards = torch.zeros(size), torch.zeros(size), torch.zeros(size)

    def store(self, t, obs, action, logp, value, reward):
        self.obs[t], self.actions[t] = obs, action
        self.logp[t], self.values[t], self.rewards[t] = logp, value, reward

    def gae(self, gamma=0.99, lam=0.95):
        advantages, last = torch.zeros_like(self.rewards), 0.0
        for t in reversed(range(len(self.rewards))):
            following = self.values[t + 1] if t + 1 < len(self.values) else 0.0
            last = self.rewards[t] + gamma * following - self.values[t] + gamma * lam * last
            advantages[t] = last
        return advantages, advantages + self.values

    def minibatches(self, advantages, returns, size):
        for index in torch.randperm(len(self.obs)).split(size):
            yield self.obs[index], self.actions[index], self.logp[index], advantages[index], returns[index]


def learn(policy, optimizer, rollout, epochs=2, clip=0.2):
    advantages, returns = rollout.gae()
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)  # DTL401 the rollout's graph, each time
    for _ in range(epochs):
        for obs, actions, old_logp, adv, ret in rollout.minibatches(advantages, returns, 4):
            logp, entropy, values = policy.evaluate(obs, actions)
            ratio = (logp - old_logp).exp()
            surrogate = torch.min(ratio * adv, ratio.clamp(1 - clip, 1 + clip) * adv)
            loss = -surrogate.mean() + 0.5 * (values - ret).pow(2).mean() - 0.01 * entropy.mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimizer.step()


torch.manual_seed(0)
policy = Policy()
optimizer = torch.optim.Adam(policy.parameters(), lr=3e-4, eps=1e-5)
for iteration in range(2):
    rollout = Rollout(8, 3, 2)
    obs = torch.randn(3)
    for t in range(8):
        action, logp, value = policy.act(obs)
        following = 0.9 * obs + 0.1 * torch.randn(3)
        rollout.store(t, obs, action, logp, value, -action.pow(2).sum())
        obs = following
    learn(policy, optimizer, rollout)

evidence = {"weight": policy.mean[2].weight.detach().clone(), "grad": policy.mean[2].weight.grad}
