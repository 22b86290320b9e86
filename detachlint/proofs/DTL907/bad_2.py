# symptom: n/a
import torch
import torch.nn as nn


def init_weights(m):
    if isinstance(m, nn.Linear):
        m.weight.data.fill_(0.02)  # DTL907 nn.init does the same under no_grad


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
net.apply(init_weights)

evidence = {"first": net[0].weight.detach(), "last": net[2].weight.detach()}
