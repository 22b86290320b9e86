# symptom: stale
import torch
from torch import nn


def train(net, batches):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    best, lowest, witness = None, float("inf"), None
    for x, score in batches:
        optimizer.zero_grad()
        net(x).sum().backward()
        optimizer.step()
        if score < lowest:
            lowest = score
            best = net.state_dict()  # DTL110 handed on, and still the live weights
            witness = net.weight.detach().clone()
    return net, best, witness


torch.manual_seed(0)
net = nn.Linear(3, 1)
net, best, witness = train(net, zip(torch.randn(3, 4, 3), [0.5, 0.2, 0.9]))
net.load_state_dict(best)

evidence = {"restored": torch.equal(net.weight, witness)}
