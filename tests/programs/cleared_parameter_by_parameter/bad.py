# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(2, 1)
start = net.weight.detach().clone()
optimizer = torch.optim.Adam(net.parameters(), lr=0.1)
for _ in range(3):
    loss = net(torch.randn(4, 2)).abs().mean()
    loss.backward()
    for p in net.parameters():
        p.grad = None  # DTL502 before the step
    optimizer.step()
evidence = {"moved": (net.weight - start).detach()}
