import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(2, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
loss_sum, reg_sum = 0.0, 0.0
for x in torch.randn(3, 4, 2):
    loss, reg = net(x).pow(2).mean(), net.weight.abs().sum()
    opt.zero_grad()
    (loss + 0.1 * reg).backward()
    opt.step()
    loss_sum, reg_sum = loss_sum + loss.item(), reg_sum + reg.item()
evidence = {"graph": getattr(loss_sum, "requires_grad", False)}
