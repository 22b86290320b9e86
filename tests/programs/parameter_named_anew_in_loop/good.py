import torch
from torch import nn


def clip_weights(parameters, bound):
    with torch.no_grad():
        for p in parameters:
            p.clamp_(-bound, bound)


class Ema:
    def __init__(self, model, decay):
        self.model = model
        self.average = nn.Linear(3, 1)
        self.decay = decay

    @torch.no_grad()
    def update(self):
        for avg, p in zip(self.average.parameters(), self.model.parameters()):
            avg.copy_(self.decay * avg + (1 - self.decay) * p)


torch.manual_seed(0)
net = nn.Linear(3, 1)
start = net.weight.detach().clone()
net(torch.randn(4, 3)).pow(2).mean().backward()
with torch.no_grad():
    for p in net.parameters():
        p -= 0.1 * p.grad
    for p in net.parameters():
        p = p * 2
        print(p.norm())
clip_weights(net.parameters(), 0.01)
Ema(net, 0.9).update()
state = net.state_dict()
for key in state:
    state[key] = state[key] * 0.5
net.load_state_dict(state)
total = 0.0
for p in net.parameters():
    total = total + p.detach().norm()

evidence = {"moved": not torch.equal(net.weight, start)}
