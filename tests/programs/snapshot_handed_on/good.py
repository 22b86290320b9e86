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
            best = {name: value.detach().clone() for name, value in net.state_dict().items()}
            witness = net.weight.detach().clone()
    return net, best, witness


torch.manual_seed(0)
net, other = nn.Linear(3, 1), nn.Linear(3, 1)
net, best, witness = train(net, zip(torch.randn(3, 4, 3), [0.5, 0.2, 0.9]))
net.load_state_dict(best)
state = net.state_dict()
other.load_state_dict(state)

evidence = {"restored": torch.equal(net.weight, witness)}
