# symptom: raises element 0 of tensors does not require grad and does not have a grad_fn
"""Training with a validation pass after each epoch."""
import torch
import torch.nn.functional as F
from torch import nn


class Loop:
    def __init__(self, net, lr):
        self.net = net
        self.opt = torch.optim.SGD(net.parameters(), lr=lr)
        self.best = float("inf")

    def train_epoch(self, batches):
        self.net.train()
        for x, y in batches:
            self.opt.zero_grad()
            loss = F.cross_entropy(self.net(x), y)
            loss.backward()
            self.opt.step()

    def validate(self, batches):
        self.net.eval()
        torch.set_grad_enabled(False)  # DTL217 still off when the next epoch trains
        total = sum(F.cross_entropy(self.net(x), y).item() for x, y in batches)
        self.best = min(self.best, total / len(batches))
        return self.best


def make_batches(count):
    return [(torch.randn(8, 5), torch.randint(0, 3, (8,))) for _ in range(count)]


torch.manual_seed(0)
loop = Loop(nn.Sequential(nn.Linear(5, 8), nn.Dropout(0.2), nn.Linear(8, 3)), lr=0.1)
train, held_out = make_batches(3), make_batches(1)
for epoch in range(2):
    loop.train_epoch(train)
    print(loop.validate(held_out))
