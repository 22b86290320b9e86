# symptom: raises appears to not have been used in the graph
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)
        self.aux = nn.Linear(3, 2)

    def forward(self, x, aux=False):
        h = torch.relu(self.a(x))
        return self.aux(h) if aux else h


torch.manual_seed(0)
net = Net()
loss = net(torch.randn(4, 3)).sum()
grads = torch.autograd.grad(loss, list(net.parameters()))  # DTL408 aux is not run
