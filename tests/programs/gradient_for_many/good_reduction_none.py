import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.model = nn.Linear(4, 3)
        self.criterion = nn.CrossEntropyLoss(reduction="none")
        self.opt = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def step(self, x, y, weights):
        loss = self.criterion(self.model(x), y) * weights
        self.opt.zero_grad()
        loss.mean().backward()
        self.opt.step()


torch.manual_seed(0)
trainer = Trainer()
for _ in range(2):
    trainer.step(torch.randn(5, 4), torch.randint(3, (5,)), torch.rand(5))
