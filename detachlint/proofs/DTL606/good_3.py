import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.open = nn.Parameter(torch.tensor([0.5, 2.0]))

    def forward(self, x):
        return (x * self.open).tanh()


received = []
gate = Gate()
handle = gate.register_full_backward_hook(lambda m, gi, go: received.append(gi[0].clone()))
x = torch.tensor([1.0, -1.0], requires_grad=True)
gate(x).sum().backward()
handle.remove()
evidence = {"received": received, "is x.grad": torch.equal(received[0], x.grad)}
