import torch
from torch import nn


class Learner(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Linear(3, 4)
        self.head = nn.Linear(4, 1)
        self.optimizer = torch.optim.SGD(self.parameters(), lr=0.1)

    def learn(self, x, y):
        loss = (self.head(self.trunk(x).relu()) - y).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


torch.manual_seed(0)
learner = Learner()
w = learner.head.weight.detach().clone()
for _ in range(3):
    learner.learn(torch.randn(5, 3), torch.randn(5, 1))
evidence = {"moved": learner.head.weight.detach() - w}
