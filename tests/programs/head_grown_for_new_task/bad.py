# symptom: none
import torch
from torch import nn


class Continual:
    def __init__(self, n_in):
        self.features = nn.Sequential(nn.Linear(n_in, 8), nn.ReLU())
        self.head = nn.Linear(8, 2)
        self.optimizer = torch.optim.SGD([*self.features.parameters(), *self.head.parameters()], lr=0.1)

    def new_task(self, n_classes):
        self.head = nn.Linear(8, n_classes)  # DTL505 unknown to the optimizer

    def observe(self, x, y):
        self.optimizer.zero_grad()
        loss = nn.functional.cross_entropy(self.head(self.features(x)), y)
        loss.backward()
        self.optimizer.step()


torch.manual_seed(0)
learner = Continual(4)
learner.observe(torch.randn(6, 4), torch.randint(0, 2, (6,)))
learner.new_task(5)
w = learner.head.weight.detach().clone()
for _ in range(3):
    learner.observe(torch.randn(6, 4), torch.randint(0, 5, (6,)))
evidence = {"moved": learner.head.weight.detach() - w}
