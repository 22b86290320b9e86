# symptom: raises appears to not have been used in the graph
import copy

import torch
from torch import nn


def make_net():
    return nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 2))


def episode(shift):
    x = torch.randn(12, 2) + shift
    y = (x.sum(1) > 2 * shift).long()
    return (x[:6], y[:6]), (x[6:], y[6:])


def inner_loop(meta_net, support, criterion, steps=2, lr=0.1):
    learner = copy.deepcopy(meta_net)
    opt = torch.optim.SGD(learner.parameters(), lr=lr)
    x, y = support
    for _ in range(steps):
        opt.zero_grad()
        criterion(learner(x), y).backward()
        opt.step()
    return learner


class FOMAML:
    def __init__(self, lr=0.01, batch=3):
        self.net = make_net()
        self.opt = torch.optim.Adam(self.net.parameters(), lr=lr)
        self.criterion = nn.CrossEntropyLoss()
        self.batch = batch

    def meta_step(self):
        self.opt.zero_grad()
        total = 0.0
        for k in range(self.batch):
            support, (x, y) = episode(float(k))
            learner = inner_loop(self.net, support, self.criterion)
            loss = self.criterion(learner(x), y)
            grads = torch.autograd.grad(loss, list(self.net.parameters()))  # DTL408 the query loss is of the copy
            for p, g in zip(self.net.parameters(), grads):
                p.grad = g / self.batch if p.grad is None else p.grad + g / self.batch
            total += loss.item()
        self.opt.step()
        return total / self.batch


torch.manual_seed(0)
meta = FOMAML()
start = meta.net[0].weight.detach().clone()
for it in range(2):
    print(it, meta.meta_step())
evidence = {"moved": meta.net[0].weight.detach() - start}
