import torch
from torch import nn


class History:
    def __init__(self):
        self.losses = []

    def on_batch_end(self, loss):
        self.losses.append(float(loss))


def fit(model, data, callbacks):
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in data:
        loss = model(x).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        for cb in callbacks:
            cb.on_batch_end(loss)


torch.manual_seed(0)
history = History()
fit(nn.Linear(2, 1), torch.randn(3, 4, 2), [history])
evidence = {"graph": getattr(history.losses[0], "requires_grad", False)}
