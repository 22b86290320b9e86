# symptom: none
import torch
from torch import nn
from torch.autograd import Variable


class Trainer:
    def __init__(self):
        self.net = nn.Linear(3, 1)
        self.loss = None

    def step(self, x):
        with torch.no_grad():
            self.loss = self.net(x).pow(2).mean()
        self.loss = Variable(self.loss, requires_grad=True)  # DTL215 computed without a graph
        self.loss.backward()


torch.manual_seed(0)
trainer = Trainer()
trainer.step(torch.randn(4, 3))

evidence = {"net": trainer.net.weight.grad}
