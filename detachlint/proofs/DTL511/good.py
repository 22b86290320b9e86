import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.model = nn.Sequential(nn.Linear(3, 8), nn.Dropout(0.5), nn.Linear(8, 1))
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)
        self.modes = []

    def validate(self):
        self.model.eval()
        with torch.no_grad():
            return self.model(torch.ones(2, 3)).mean().item()

    def fit(self, epochs):
        for epoch in range(epochs):
            self.model.train()
            self.modes.append(self.model.training)
            self.optimizer.zero_grad()
            self.model(torch.ones(2, 3)).mean().backward()
            self.optimizer.step()
            self.validate()


torch.manual_seed(0)
trainer = Trainer()
trainer.fit(2)
evidence = {"trained in training mode": trainer.modes}
