import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.frozen = nn.Linear(4, 6).requires_grad_(False)
        self.head = nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, 1))

    def forward(self, x):
        return self.head(self.frozen(x))


class Experiment:
    def __init__(self, lr=0.5, clip=0.1):
        self.model = Encoder()
        self.trainable = [p for p in self.model.parameters() if p.requires_grad]
        self.optimizer = torch.optim.SGD(self.trainable, lr=lr)
        self.clip = clip
        self.norms = []

    def step(self, x, y):
        self.optimizer.zero_grad()
        loss = 100 * nn.functional.mse_loss(self.model(x), y)
        loss.backward()
        self.norms.append(torch.nn.utils.clip_grad_norm_(self.trainable, self.clip))
        self.optimizer.step()
        return loss.item()

    def run(self, loader, epochs):
        for _ in range(epochs):
            for x, y in loader:
                self.step(x, y)


torch.manual_seed(0)
exp = Experiment()
exp.run(DataLoader(TensorDataset(torch.randn(12, 4), torch.randn(12, 1)), batch_size=4), epochs=2)
evidence = {"something was measured": bool(exp.norms[-1] > 0)}
