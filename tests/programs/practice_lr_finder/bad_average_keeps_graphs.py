# symptom: grows
import copy
import math

import torch
from torch import nn


class LRFinder:
    def __init__(self, model, optimizer, criterion):
        self.model, self.optimizer, self.criterion = model, optimizer, criterion
        self.model_state = copy.deepcopy(model.state_dict())
        self.optimizer_state = copy.deepcopy(optimizer.state_dict())
        self.lrs, self.losses = [], []

    def reset(self):
        self.model.load_state_dict(self.model_state)
        self.optimizer.load_state_dict(self.optimizer_state)

    def set_lr(self, lr):
        for group in self.optimizer.param_groups:
            group["lr"] = lr

    def range_test(self, loader, start=1e-4, end=1.0, steps=8, smooth=0.1, diverge=5.0):
        factor = (end / start) ** (1 / steps)
        best, average, lr = math.inf, None, start
        iterator = iter(loader)
        for _ in range(steps):
            try:
                x, y = next(iterator)
            except StopIteration:
                iterator = iter(loader)
                x, y = next(iterator)
            self.set_lr(lr)
            loss = self.train_batch(x, y)
            average = loss if average is None else smooth * loss + (1 - smooth) * average
            best = min(best, average)
            self.lrs.append(lr)
            self.losses.append(average)  # DTL403 every average holds all graphs so far
            if average > diverge * best:
                break
            lr *= factor
        self.reset()
        return self.lrs[self.losses.index(min(self.losses))] / 10

    def train_batch(self, x, y):
        self.model.train()
        self.optimizer.zero_grad()
        loss = self.criterion(self.model(x), y)
        loss.backward()
        self.optimizer.step()
        return loss


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 1))
finder = LRFinder(model, torch.optim.SGD(model.parameters(), lr=0.1), nn.MSELoss())
before = model[0].weight.detach().clone()
suggestion = finder.range_test([(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(3)])
print("suggested", suggestion)
evidence = {
    "restored": model[0].weight.detach() - before,
    "graph": torch.is_tensor(finder.losses[-1]) and finder.losses[-1].requires_grad,
    "losses": finder.losses[-1],
}
