import torch
from torch import nn


def freeze(tensors):
    for t in tensors:
        t.requires_grad_(False)


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 2)
        self.code = None

    def forward(self, x):
        self.code = self.net(x).tanh()
        return self.code

    def stop(self):
        self.code = self.code.detach()
        self.code.requires_grad = False


torch.manual_seed(0)
encoder = Encoder()
encoder(torch.randn(4, 3))
encoder.stop()
net = nn.Linear(3, 2)
freeze([torch.randn(3), *net.parameters()])
net.weight.requires_grad = True
x = torch.randn(4, 3, requires_grad=True)
x.requires_grad = False

# switching on what is on already is allowed
features = net(x)
features.requires_grad_(True)
with torch.no_grad():
    quiet = net(x)
    quiet.requires_grad = False
    quiet.requires_grad_()
features.sum().backward()
cell = nn.RNNCell(3, 4)
h = torch.zeros(2, 4)
for step in torch.randn(3, 2, 3):
    h = h.detach()
    h.requires_grad_(False)
    h = cell(step, h)
