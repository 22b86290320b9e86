# symptom: raises does not require grad
import torch
from torch import nn


def evaluate(net, x):
    torch.set_grad_enabled(False)  # DTL217 never switched on again
    return net(x).mean().item()


torch.manual_seed(0)
net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
print(evaluate(net, torch.randn(4, 3)))
loss = net(torch.randn(4, 3)).pow(2).mean()
optimizer.zero_grad()
loss.backward()
optimizer.step()
