# symptom: wrong
import numpy as np
import torch


class Plot:
    def __init__(self):
        self.values = None

    def show(self, tensor):
        self.values = np.asarray(tensor.detach())
        self.values *= 100.0  # DTL105 percent for the reader, wrong for autograd


torch.manual_seed(0)
w = torch.randn(4, requires_grad=True)
p = torch.sigmoid(w)
energy = (p * p.exp()).sum()
Plot().show(p)
energy.backward()

evidence = {"w": w.grad}
