# symptom: grows
import torch
from torch import nn


class Trainer:
    def __init__(self, model, loader):
        self.model, self.loader = model, loader
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        self.epoch_loss = 0.0

    def train_one_epoch(self):
        self.epoch_loss = 0.0
        for x, y in self.loader:
            self.optimizer.zero_grad()
            loss = nn.functional.mse_loss(self.model(x), y)
            loss.backward()
            self.optimizer.step()
            self.epoch_loss += loss  # DTL403 the sum holds every graph
        return self.epoch_loss / len(self.loader)


torch.manual_seed(0)
trainer = Trainer(nn.Linear(3, 1), [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(3)])
mean = trainer.train_one_epoch()
evidence = {"graph": getattr(mean, "requires_grad", False)}
