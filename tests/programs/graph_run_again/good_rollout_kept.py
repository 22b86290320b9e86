import torch
from torch import nn
from torch.distributions import Categorical


class Memory:
    def __init__(self):
        self.states, self.actions, self.logprobs, self.rewards = [], [], [], []

    def clear(self):
        for column in (self.states, self.actions, self.logprobs, self.rewards):
            del column[:]


class PPO:
    def __init__(self):
        self.policy = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 2))
        self.opt = torch.optim.Adam(self.policy.parameters(), lr=1e-3)

    def act(self, state, memory):
        dist = Categorical(logits=self.policy(state))
        action = dist.sample()
        memory.states.append(state)
        memory.actions.append(action)
        memory.logprobs.append(dist.log_prob(action).detach())
        return action.item()

    def update(self, memory, epochs=3):
        states = torch.stack(memory.states)
        actions = torch.stack(memory.actions)
        old = torch.stack(memory.logprobs)
        returns = torch.tensor(memory.rewards)
        for _ in range(epochs):
            dist = Categorical(logits=self.policy(states))
            ratio = torch.exp(dist.log_prob(actions) - old)
            loss = -torch.min(ratio * returns, ratio.clamp(0.8, 1.2) * returns).mean()
            self.opt.zero_grad()
            loss.backward()
            self.opt.step()


torch.manual_seed(0)
agent, memory = PPO(), Memory()
for t in range(6):
    memory.rewards.append(float(agent.act(torch.randn(4), memory)))
agent.update(memory)
memory.clear()
