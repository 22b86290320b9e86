# symptom: none
import torch
from torch import nn
from torch.autograd import Variable


def as_variable(t):
    return Variable(t, requires_grad=True)  # DTL206 a leaf of the caller's result


torch.manual_seed(0)
net, head = nn.Linear(3, 2), nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    latent = as_variable(net(torch.randn(4, 3)))
    loss = head(latent).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

evidence = {"net": net.weight.grad}
