import torch
from torch import nn


class Trainer:
    def __init__(self, model, rate):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=rate)
        self.criterion = nn.MSELoss()
        self.history = []

    def step(self, inputs, targets):
        self.optimizer.zero_grad()
        outputs = self.model(inputs)
        loss = self.criterion(outputs, targets)
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def fit(self, batches):
        for inputs, targets in batches:
            self.history.append(self.step(inputs, targets))


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
trainer = Trainer(model, rate=0.05)
trainer.fit([(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(3)])
evidence = {"steps": len(trainer.history)}
