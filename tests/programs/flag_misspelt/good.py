import torch
from torch import nn


def set_trainable(parameters, value):
    for p in parameters:
        p.requires_grad = value


class Config:
    def __init__(self):
        self.require_grad = False
        self.requires_gradient = True


torch.manual_seed(0)
net = nn.Linear(3, 1)
set_trainable(net.parameters(), False)
config = Config()
config.require_grad = True
print(config.require_grad, config.requires_gradient)

evidence = {"frozen": not net.weight.requires_grad}
