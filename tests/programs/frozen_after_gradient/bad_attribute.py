# symptom: wrong
import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.body, self.head = nn.Linear(3, 3), nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD([*self.body.parameters(), *self.head.parameters()], lr=0.1)

    def freeze(self):
        for p in self.body.parameters():
            p.requires_grad_(False)  # DTL310 their gradients are never cleared again

    def step(self, x):
        trained = [p for p in [*self.body.parameters(), *self.head.parameters()] if p.requires_grad]
        for p in trained:
            p.grad = None
        self.head(self.body(x)).pow(2).mean().backward()
        self.optimizer.step()


torch.manual_seed(0)
trainer = Trainer()
x = torch.randn(4, 3)
trainer.step(x)
trainer.freeze()
before = trainer.body.weight.detach().clone()
trainer.step(x)

evidence = {"moved": (trainer.body.weight - before).abs().sum()}
