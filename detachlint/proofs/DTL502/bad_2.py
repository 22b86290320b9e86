# symptom: none
import argparse

import torch
import torch.nn as nn
from torch.optim.lr_scheduler import CosineAnnealingLR


class Classifier(nn.Module):
    def __init__(self, n_in, n_classes):
        super().__init__()
        self.stack = nn.Sequential(nn.Linear(n_in, 16), nn.ReLU(), nn.Linear(16, n_classes))

    def forward(self, x):
        return self.stack(x)


class Trainer:
    def __init__(self, model, lr, epochs):
        self.model = model
        self.optimizer = torch.optim.Adam(model.parameters(), lr=lr)
        self.scheduler = CosineAnnealingLR(self.optimizer, T_max=epochs)
        self.criterion = nn.CrossEntropyLoss()

    def train_step(self, x, y):
        loss = self.criterion(self.model(x), y)
        loss.backward()
        self.optimizer.zero_grad()  # DTL502 what backward has just computed
        self.optimizer.step()
        return loss.item()

    def fit(self, batches, epochs):
        for epoch in range(epochs):
            total = 0.0
            for x, y in batches:
                total += self.train_step(x, y)
            self.scheduler.step()
            print(epoch, total / len(batches))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", default=1e-2, type=float)
    parser.add_argument("--epochs", default=2, type=int)
    args = parser.parse_args([])
    torch.manual_seed(0)
    model = Classifier(4, 3)
    before = model.stack[0].weight.detach().clone()
    Trainer(model, args.lr, args.epochs).fit([(torch.randn(8, 4), torch.randint(0, 3, (8,))) for _ in range(3)], args.epochs)
    return model.stack[0].weight.detach() - before


evidence = {"update": main()}
