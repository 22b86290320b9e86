# symptom: wrong
import torch
from torch import nn


class Callback:
    def before_batch(self, learner):
        pass

    def after_step(self, learner):
        pass


class ClearGradients(Callback):
    def after_step(self, learner):
        for p in learner.model.parameters():
            p.grad = None


class History(Callback):
    def __init__(self):
        self.losses = []

    def after_step(self, learner):
        self.losses.append(learner.loss.detach())


class Learner:
    def __init__(self, model, optimizer, criterion, callbacks):
        self.model, self.optimizer, self.criterion = model, optimizer, criterion
        self.callbacks = callbacks
        self.loss = None

    def notify(self, event):
        for callback in self.callbacks:
            getattr(callback, event)(self)

    def fit(self, batches, epochs):
        for _ in range(epochs):
            for x, y in batches:
                self.notify("before_batch")
                self.loss = self.criterion(self.model(x), y)
                self.loss.backward()
                self.optimizer.step()
                self.notify("after_step")


def plain_loop(model, optimizer, batches, inner=2):
    """Clears at the end of a round, and adds up over an inner loop on purpose."""
    for x, y in batches:
        for half_x, half_y in zip(x.chunk(inner), y.chunk(inner)):
            model.zero_grad()  # DTL502 the first half is thrown away
            loss = nn.functional.mse_loss(model(half_x), half_y) / inner
            loss.backward()
        optimizer.step()
        model.zero_grad()
    return loss.item()


torch.manual_seed(0)
batches = [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(3)]
first, second = nn.Linear(3, 1), nn.Linear(3, 1)
history = History()
learner = Learner(first, torch.optim.SGD(first.parameters(), lr=0.1), nn.MSELoss(), [ClearGradients(), history])
learner.fit(batches, epochs=2)
plain_loop(second, torch.optim.SGD(second.parameters(), lr=0.1), batches)
evidence = {"first": first.weight.detach(), "second": second.weight.detach(), "graph": history.losses[0].requires_grad}
