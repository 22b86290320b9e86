import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 5), nn.Sigmoid(), nn.Linear(5, 3))
params = list(net.parameters())
original = torch.autograd.grad(F.cross_entropy(net(torch.randn(1, 4)), torch.tensor([1])), params)
dummy = torch.randn(1, 4, requires_grad=True)
optimizer = torch.optim.SGD([dummy], lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    guess = F.cross_entropy(net(dummy), torch.tensor([1]))
    found = torch.autograd.grad(guess, params, create_graph=True)
    distance = sum(((f - o) ** 2).sum() for f, o in zip(found, original))
    loss = distance + 0 * dummy.sum()
    loss.backward()
    optimizer.step()
evidence = {"dummy": dummy.grad}
