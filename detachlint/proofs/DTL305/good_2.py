"""Grad-CAM on a little network: how much does each hidden unit matter for the winning class?"""
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 6)
        self.second = nn.Linear(6, 3)

    def forward(self, x):
        hidden = torch.relu(self.first(x))
        return hidden, self.second(hidden)


def importance(net, x):
    hidden, scores = net(x)
    hidden.retain_grad()
    scores.max(dim=1).values.sum().backward()
    slopes = hidden.grad
    if slopes is None:
        return None
    return (slopes * hidden).sum(dim=1).detach()


torch.manual_seed(0)
heat = importance(Net(), torch.randn(2, 4))
print("no gradient" if heat is None else heat)
evidence = {"heat": heat}
