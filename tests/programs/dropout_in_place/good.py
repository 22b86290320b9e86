import torch
import torch.nn.functional as F
from torch import nn


class Block(nn.Module):
    def __init__(self, p=0.0):
        super().__init__()
        self.fc = nn.Linear(3, 4)
        self.drop = nn.Dropout(p, inplace=True)

    def forward(self, x):
        return self.drop(self.fc(x).softmax(-1))


torch.manual_seed(0)
Block()(torch.randn(2, 3)).sum().backward()
quiet = Block(0.5).eval()
quiet(torch.randn(2, 3)).sum().backward()
linear = nn.Linear(3, 4)
hidden = linear(torch.randn(2, 3)).tanh()
F.dropout(hidden, 0.3, training=False, inplace=True).sum().backward()
net = nn.Sequential(nn.Linear(3, 4), nn.Dropout(0.5, inplace=True), nn.ReLU(inplace=True), nn.Linear(4, 1))
net(torch.randn(2, 3)).sum().backward()
