# symptom: stale
import copy

import torch
from torch import nn


class EarlyStopping:
    def __init__(self, patience=2, min_delta=0.0):
        self.patience, self.min_delta = patience, min_delta
        self.best_loss, self.best_state, self.waited = float("inf"), None, 0

    def __call__(self, loss, model):
        """Whether to stop."""
        if loss < self.best_loss - self.min_delta:
            self.best_loss, self.waited = loss, 0
            self.best_state = model.state_dict()  # DTL110 the weights go on changing
        else:
            self.waited += 1
        return self.waited >= self.patience

    def restore(self, model):
        if self.best_state is not None:
            model.load_state_dict(self.best_state)


def make_data(n, noise):
    x = torch.linspace(-1, 1, n).unsqueeze(1)
    return x, x.pow(2) + noise * torch.randn(n, 1)


@torch.no_grad()
def evaluate(model, data):
    model.eval()
    loss = nn.functional.mse_loss(model(data[0]), data[1])
    model.train()
    return loss.item()


def fit(model, train, valid, epochs=8, lr=0.9):
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    stopper = EarlyStopping()
    curve = []
    for epoch in range(epochs):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(train[0]), train[1])
        loss.backward()
        optimizer.step()
        curve.append(evaluate(model, valid))
        if stopper(curve[-1], model):
            print(f"stopped after epoch {epoch}")
            break
    stopper.restore(model)
    return stopper.best_loss


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))
best = fit(model, make_data(16, 0.3), make_data(16, 0.3))
evidence = {"restored": abs(evaluate(model, make_data(16, 0.0)) - best) < 10, "weight": model[0].weight.detach().clone()}
