# symptom: none
import torch
from torch import nn


class Lagged:
    """Applies the gradients of the last round while the next batch is loaded."""

    def __init__(self, net):
        self.net, self.pending = net, False
        self.opt = torch.optim.SGD(net.parameters(), lr=0.1)

    def round(self, x):
        self.opt.zero_grad()  # DTL502 before the step one line below
        if self.pending:
            self.opt.step()
        self.net(x).pow(2).mean().backward()
        self.pending = True


torch.manual_seed(0)
lagged = Lagged(nn.Linear(3, 1))
start = lagged.net.weight.detach().clone()
for _ in range(4):
    lagged.round(torch.randn(4, 3))
evidence = {"moved": lagged.net.weight.detach() - start}
