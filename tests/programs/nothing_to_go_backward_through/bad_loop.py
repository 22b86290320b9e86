# symptom: raises does not require grad
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
for p in net.parameters():
    p.requires_grad = False
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    loss = net(torch.randn(5, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()  # DTL204 everything is frozen
    optimizer.step()
