import torch
from torch import nn


class Evaluate:
    def __init__(self, x):
        self.x = x

    def __call__(self, model):
        model.eval()
        with torch.no_grad():
            score = model(self.x).mean().item()
        model.train()
        return score


def fit(model, optimizer, batches, callbacks, epochs):
    modes = []
    for _ in range(epochs):
        for x in batches:
            modes.append(model.training)
            optimizer.zero_grad()
            model(x).abs().mean().backward()
            optimizer.step()
        for callback in callbacks:
            callback(model)
    return modes


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.Dropout(), nn.Linear(4, 1))
modes = fit(net, torch.optim.SGD(net.parameters(), lr=0.1), list(torch.randn(2, 4, 3)), [Evaluate(torch.randn(5, 3))], 2)
evidence = {"training": all(modes)}
