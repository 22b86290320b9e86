import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Linear(4, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
sum_loss = nn.MSELoss(reduction="sum")
x, y = torch.randn(32, 4), torch.randn(32, 1)
for epoch in range(2):
    opt.zero_grad()
    for xb, yb in zip(x.chunk(4), y.chunk(4)):
        (F.mse_loss(net(xb), yb, reduction="sum") / len(x)).backward()
    opt.step()
    opt.zero_grad()
    for xb, yb in zip(x.chunk(4), y.chunk(4)):
        sum_loss(net(xb), yb).backward()
    opt.step()
    opt.zero_grad()
    for xb, yb in zip(x.chunk(4), y.chunk(4)):
        F.mse_loss(net(xb), yb).backward()
    for p in net.parameters():
        p.grad /= 4
    opt.step()
    opt.zero_grad()
    for xb, yb in zip(x.chunk(4), y.chunk(4)):
        F.mse_loss(net(xb), yb).backward()
    for p in net.parameters():
        p.grad.div_(4)
    opt.step()


def fit(sq, loss_a, loss_b):
    def push(loss):
        loss.backward()

    for _ in range(3):
        opt.zero_grad()
        push(F.mse_loss(net(x), y))
        push(F.l1_loss(net(x), y))
        opt.step()


fit(None, None, None)
