# symptom: grows
import torch
from torch import nn


def run_epoch(model, batches, optimizer=None):
    training = optimizer is not None
    model.train(training)
    keep = None
    for x in batches:
        loss = model(x).pow(2).mean()  # DTL409 grad mode stays on
        if training:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        keep = loss.requires_grad
    return keep


torch.manual_seed(0)
model = nn.Linear(2, 1)
data = torch.randn(2, 3, 2)
run_epoch(model, data, torch.optim.SGD(model.parameters(), lr=0.1))
evidence = {"graph": run_epoch(model, data)}
