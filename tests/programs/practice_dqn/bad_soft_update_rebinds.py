# symptom: no-op
import random
from collections import deque, namedtuple

import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim

Transition = namedtuple("Transition", ("state", "action", "reward", "next_state", "done"))


class ReplayMemory:
    def __init__(self, capacity):
        self.memory = deque([], maxlen=capacity)

    def push(self, *args):
        self.memory.append(Transition(*args))

    def sample(self, n):
        return Transition(*zip(*random.sample(self.memory, n)))

    def __len__(self):
        return len(self.memory)


class QNet(nn.Module):
    def __init__(self, n_obs=4, n_actions=2):
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(n_obs, 16), nn.Linear(16, n_actions)

    def forward(self, x):
        return self.fc2(F.relu(self.fc1(x)))


class Agent:
    def __init__(self, lr=1e-2, gamma=0.9, tau=0.05, batch_size=8):
        self.policy_net, self.target_net = QNet(), QNet()
        self.target_net.load_state_dict(self.policy_net.state_dict())
        self.optimizer = optim.AdamW(self.policy_net.parameters(), lr=lr, amsgrad=True)
        self.memory = ReplayMemory(200)
        self.gamma, self.tau, self.batch_size = gamma, tau, batch_size

    def select_action(self, state, eps):
        if random.random() < eps:
            return torch.tensor([[random.randrange(2)]])
        with torch.no_grad():
            return self.policy_net(state).max(1).indices.view(1, 1)

    def optimize(self):
        if len(self.memory) < self.batch_size:
            return None
        batch = self.memory.sample(self.batch_size)
        states, actions = torch.cat(batch.state), torch.cat(batch.action)
        rewards, done = torch.cat(batch.reward), torch.cat(batch.done)
        q = self.policy_net(states).gather(1, actions)
        with torch.no_grad():
            best = self.target_net(torch.cat(batch.next_state)).max(1).values
        target = rewards + self.gamma * best * (1 - done)
        loss = F.smooth_l1_loss(q, target.unsqueeze(1))
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_value_(self.policy_net.parameters(), 100)
        self.optimizer.step()
        return loss.item()

    def sync(self):
        with torch.no_grad():
            for t, p in zip(self.target_net.parameters(), self.policy_net.parameters()):
                t = (1 - self.tau) * t + self.tau * p  # DTL214 only the loop's name changes


random.seed(0)
torch.manual_seed(0)
agent = Agent()
initial = agent.policy_net.fc2.weight.detach().clone()
state = torch.randn(1, 4)
for step in range(20):
    action = agent.select_action(state, eps=0.5)
    following = torch.randn(1, 4)
    agent.memory.push(state, action, following.sum().view(1), following, torch.zeros(1))
    agent.optimize()
    agent.sync()
    state = following

gap = (agent.target_net.fc2.weight - agent.policy_net.fc2.weight).abs().sum().detach()
evidence = {"moved": agent.policy_net.fc2.weight.detach() - initial, "gap": gap}
