# symptom: wrong
import argparse

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3)
        self.drop = nn.Dropout2d(0.25)
        self.fc = nn.Linear(4 * 16, 3)

    def forward(self, x):
        x = self.drop(F.relu(self.conv(x)))
        return F.log_softmax(self.fc(torch.flatten(x, 1)), dim=1)


def train(args, model, loader, optimizer, epoch, scaler=None):
    model.train()
    total, seen = 0.0, 0
    optimizer.zero_grad()
    for i, (data, target) in enumerate(loader):
        with torch.autocast(device_type="cpu", enabled=args.amp):
            loss = F.nll_loss(model(data).float(), target) / args.accum
        if scaler is not None:
            scaler.scale(loss).backward()
        else:
            loss.backward()
        if (i + 1) % args.accum == 0:
            if scaler is not None:
                scaler.step(optimizer)
                nn.utils.clip_grad_norm_(model.parameters(), args.clip)  # DTL504 after the step
                scaler.update()
            else:
                nn.utils.clip_grad_norm_(model.parameters(), args.clip)
                optimizer.step()
            optimizer.zero_grad()
        total += loss.item() * args.accum * len(data)
        seen += len(data)
        if i % args.log_interval == 0:
            print(f"epoch {epoch} batch {i}/{len(loader)} loss {total / seen:.3f}")
    return total / seen


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--amp", action="store_true")
    parser.add_argument("--accum", type=int, default=2)
    parser.add_argument("--clip", type=float, default=0.1)
    parser.add_argument("--log-interval", type=int, default=10)
    return parser.parse_args(["--amp"])


def main():
    args = parse()
    torch.manual_seed(0)
    data = TensorDataset(torch.randn(16, 1, 6, 6), torch.randint(0, 3, (16,)))
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cpu") if args.amp else None
    for epoch in range(2):
        train(args, model, DataLoader(data, batch_size=4), optimizer, epoch, scaler)
    return {"weight": model.fc.weight.detach()}


if __name__ == "__main__":
    evidence = main()
