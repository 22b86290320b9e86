"""Q-learning with a target network that must stay a constant."""
import torch
import torch.nn.functional as F
from torch import nn


def make_net():
    return nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 2))


class Learner:
    def __init__(self, gamma):
        self.online, self.target = make_net(), make_net()
        self.target.load_state_dict(self.online.state_dict())
        self.optimizer = torch.optim.Adam(self.online.parameters(), lr=1e-3)
        self.gamma = gamma

    def bootstrap(self, reward, following):
        with torch.no_grad():
            best = self.target(following).max(dim=1).values
            return reward + self.gamma * best

    def update(self, state, action, reward, following):
        wanted = self.bootstrap(reward, following)
        value = self.online(state).gather(1, action[:, None]).squeeze(1)
        loss = F.mse_loss(value, wanted)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


torch.manual_seed(0)
learner = Learner(gamma=0.9)
for _ in range(2):
    learner.update(torch.randn(5, 3), torch.randint(0, 2, (5,)), torch.rand(5), torch.randn(5, 3))

evidence = {"target.0.weight": learner.target[0].weight.grad}
