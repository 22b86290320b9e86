import torch
import torch.nn.functional as F
from torch import nn


def focal_loss(logits, targets, gamma=2.0):
    ce = F.cross_entropy(logits, targets, reduction="none")
    pt = torch.exp(-ce)
    return ((1 - pt) ** gamma * ce).mean()


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 4))
    optimizer = torch.optim.Adam(net.parameters())
    for _ in range(2):
        loss = focal_loss(net(torch.randn(7, 6)), torch.randint(4, (7,)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main()
