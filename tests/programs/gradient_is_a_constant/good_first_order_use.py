import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 2)
x = torch.randn(4, 3)
y = torch.randint(2, (4,))
criterion = nn.CrossEntropyLoss()

delta = torch.zeros_like(x, requires_grad=True)
g = torch.autograd.grad(criterion(net(x + delta), y), delta)[0]
loss = criterion(net(x + 0.1 * g.sign()), y)
loss.backward()
evidence = {"weight": net.weight.grad}
