# symptom: raises Attempted step but _scale is None
import torch
from torch import nn


def backward_and_step(loss, optimizer, scaler=None):
    if scaler is not None:
        loss.backward()
        scaler.step(optimizer)  # DTL507 forgot scale
        scaler.update()
    else:
        loss.backward()
        optimizer.step()


def train(scaler):
    model = nn.Linear(3, 1)
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        opt.zero_grad()
        backward_and_step(model(torch.randn(4, 3)).pow(2).mean(), opt, scaler)


torch.manual_seed(0)
train(None)
train(torch.amp.GradScaler("cpu"))
