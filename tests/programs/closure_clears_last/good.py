import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
x, y = torch.randn(10, 3), torch.randn(10, 1)
start = net.weight.detach().clone()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):

    def closure():
        opt.zero_grad()
        loss = nn.functional.mse_loss(net(x), y)
        loss.backward()
        return loss

    opt.step(closure)
evidence = {"moved": net.weight.detach() - start}
