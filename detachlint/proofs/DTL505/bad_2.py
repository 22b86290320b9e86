# symptom: none
import argparse

import torch
import torch.nn as nn
import torch.nn.functional as F


class SmallResNet(nn.Module):
    def __init__(self, classes=10):
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3, padding=1)
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.fc = nn.Linear(4, classes)

    def forward(self, x):
        return self.fc(self.pool(F.relu(self.conv(x))).flatten(1))


def get_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", type=float, default=0.5)
    parser.add_argument("--classes", type=int, default=3)
    return parser.parse_args([])


def main():
    args = get_args()
    torch.manual_seed(0)
    model = SmallResNet()
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr, momentum=0.9)
    in_features = model.fc.in_features
    model.fc = nn.Linear(in_features, args.classes)  # DTL505 the optimizer holds the old head
    criterion = nn.CrossEntropyLoss()
    head = model.fc.weight.detach().clone()
    for epoch in range(3):
        x, y = torch.randn(6, 1, 5, 5), torch.randint(0, args.classes, (6,))
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
    return model.fc.weight.detach() - head


evidence = {"head moved": main()}
