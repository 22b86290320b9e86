# symptom: raises does not require grad
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for epoch in range(2):
    for x in torch.randn(2, 4, 3):
        optimizer.zero_grad()
        net(x).pow(2).mean().backward()
        optimizer.step()
    net.eval()
    torch.set_grad_enabled(False)  # DTL217 the second epoch has no graph
    print(net(torch.randn(4, 3)).mean())
    net.train()
