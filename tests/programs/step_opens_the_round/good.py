import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
start = net.weight.detach().clone()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(4):
    optimizer.step()
    optimizer.zero_grad()
    loss = net(torch.randn(4, 3)).square().mean()
    loss.backward()
evidence = {"moved": net.weight.detach() - start}
