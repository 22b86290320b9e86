# symptom: raises does not require grad
import torch
from torch import nn


class Experiment:
    def __init__(self):
        self.net = nn.Linear(3, 1)

    def validate(self, x):
        torch.set_grad_enabled(False)  # DTL217 train_step comes after
        self.score = self.net(x).mean().item()

    def train_step(self, x):
        self.net(x).pow(2).mean().backward()


torch.manual_seed(0)
experiment = Experiment()
experiment.validate(torch.randn(4, 3))
experiment.train_step(torch.randn(4, 3))
