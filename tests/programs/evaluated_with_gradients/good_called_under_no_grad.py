import torch
from torch import nn


def accuracy(net, batches):
    net.eval()
    hits, graph = 0, False
    for x, y in batches:
        out = net(x)
        hits += int((out.argmax(-1) == y).sum())
        graph = out.requires_grad
    return hits, graph


torch.manual_seed(0)
net = nn.Linear(4, 3)
batches = [(torch.randn(2, 4), torch.randint(3, (2,))) for _ in range(2)]
with torch.no_grad():
    hits, graph = accuracy(net, batches)
evidence = {"graph": graph}
