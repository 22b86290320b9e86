# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 2)
x = torch.randn(4, 3)
y = torch.randint(2, (4,))
criterion = nn.CrossEntropyLoss()

delta = torch.zeros_like(x, requires_grad=True)
g = torch.autograd.grad(criterion(net(x + delta), y), delta)[0]  # DTL405 a constant
loss = criterion(net(x), y).detach() * 0 + g.norm() + 0 * net.weight.sum()
loss.backward()
evidence = {"weight": net.weight.grad}
