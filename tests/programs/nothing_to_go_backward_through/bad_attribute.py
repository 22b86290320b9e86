# symptom: raises does not require grad
import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.net = nn.Linear(3, 1)
        self.loss = None

    def compute(self, x):
        self.loss = torch.tensor((self.net(x) - 1).pow(2).mean().item())  # DTL204 rebuilt from a number

    def step(self):
        self.loss.backward()


torch.manual_seed(0)
trainer = Trainer()
trainer.compute(torch.randn(5, 3))
trainer.step()
