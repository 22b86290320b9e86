# symptom: none
import torch
from torch import nn


class Fitter:
    def __init__(self):
        self.net = nn.Linear(3, 1)
        self.offset = torch.zeros(1)
        self.optimizer = torch.optim.SGD([*self.net.parameters(), self.offset], lr=0.1)  # DTL307 no grad

    def step(self, x):
        self.optimizer.zero_grad()
        (self.net(x) + self.offset).sum().backward()
        self.optimizer.step()


torch.manual_seed(0)
fitter = Fitter()
fitter.step(torch.randn(4, 3))

evidence = {"offset": fitter.offset}
