import argparse

import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset


class Net(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.fc1 = nn.Linear(4, width)
        self.bn = nn.BatchNorm1d(width)
        self.drop = nn.Dropout(0.5)
        self.fc2 = nn.Linear(width, 2)

    def forward(self, x):
        return self.fc2(self.drop(torch.relu(self.bn(self.fc1(x)))))


class Trainer:
    def __init__(self, args):
        self.model = Net(args.width)
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=args.lr)
        self.criterion = nn.CrossEntropyLoss()
        self.modes = []

    def train_epoch(self, loader):
        self.model.train()
        self.modes.append(self.model.training)
        for x, y in loader:
            self.optimizer.zero_grad()
            loss = self.criterion(self.model(x), y)
            loss.backward()
            self.optimizer.step()

    def validate(self, loader):
        self.model.eval()
        correct = 0
        with torch.no_grad():
            for x, y in loader:
                correct += (self.model(x).argmax(1) == y).sum().item()
        return correct

    def fit(self, train, val, epochs):
        self.model.train()
        for epoch in range(epochs):
            self.train_epoch(train)
            print(epoch, self.validate(val))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--width", type=int, default=8)
    parser.add_argument("--lr", type=float, default=1e-2)
    parser.add_argument("--epochs", type=int, default=2)
    args = parser.parse_args([])
    torch.manual_seed(0)
    data = TensorDataset(torch.randn(16, 4), torch.randint(0, 2, (16,)))
    trainer = Trainer(args)
    trainer.fit(DataLoader(data, batch_size=8), DataLoader(data, batch_size=16), args.epochs)
    return trainer.modes


evidence = {"trained in training mode": all(main())}
