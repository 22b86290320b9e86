import argparse

import torch
import torch.nn as nn
import torch.optim as optim
from torch.optim.lr_scheduler import StepLR
from torch.utils.data import DataLoader, TensorDataset


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(8, 16)
        self.dropout = nn.Dropout(0.0)
        self.fc2 = nn.Linear(16, 4)

    def forward(self, x):
        return self.fc2(self.dropout(torch.relu(self.fc1(x))))


def train(args, model, device, train_loader, optimizer, epoch):
    model.train()
    for batch_idx, (data, target) in enumerate(train_loader):
        data, target = data.to(device), target.to(device)
        optimizer.zero_grad()
        output = model(data)
        loss = nn.functional.cross_entropy(output, target)
        loss.backward()
        optimizer.step()
        if batch_idx % args.log_interval == 0:
            print("epoch", epoch, "loss", loss.item())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--lr", type=float, default=0.1)
    parser.add_argument("--gamma", type=float, default=0.7)
    parser.add_argument("--log-interval", type=int, default=10)
    args = parser.parse_args([])
    torch.manual_seed(0)
    device = torch.device("cpu")
    data = TensorDataset(torch.randn(16, 8), torch.randint(0, 4, (16,)))
    model = Net().to(device)
    optimizer = optim.SGD(model.parameters(), lr=args.lr)
    scheduler = StepLR(optimizer, step_size=1, gamma=args.gamma)
    for epoch in range(1, args.epochs + 1):
        train(args, model, device, DataLoader(data, batch_size=4), optimizer, epoch)
        scheduler.step()
    return model


evidence = {"weights": main().fc2.weight.detach()}
