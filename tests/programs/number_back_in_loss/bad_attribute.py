# symptom: none
import torch
from torch import nn


class Regulariser:
    def __init__(self, net):
        self.net = net
        self.norm = 0.0

    def measure(self):
        self.norm = float(self.net.weight.pow(2).sum())  # DTL207 only a number is kept


torch.manual_seed(0)
net, scale = nn.Linear(3, 1), nn.Parameter(torch.ones(1))
regulariser = Regulariser(net)
regulariser.measure()
loss = scale.pow(2).sum() + 0.1 * regulariser.norm
loss.backward()

evidence = {"net": net.weight.grad}
