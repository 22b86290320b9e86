# symptom: no-op
import torch
from torch import nn


class Evaluator:
    def __init__(self, net):
        self.net = net
        self.off = torch.no_grad

    def run(self, x):
        self.off()  # DTL213 not entered
        return self.net(x)


torch.manual_seed(0)
out = Evaluator(nn.Linear(3, 1)).run(torch.randn(4, 3))

evidence = {"requires_grad": out.requires_grad}
