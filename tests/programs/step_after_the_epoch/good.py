import torch
from torch import nn


def train_epoch(net, loader, opt):
    running = 0.0
    for x in loader:
        opt.zero_grad()
        loss = net(x).pow(2).mean()
        loss.backward()
        running += loss.item()
        opt.step()
    return running


torch.manual_seed(0)
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
loader = torch.utils.data.DataLoader(torch.randn(9, 3), batch_size=3)
for epoch in range(2):
    print(train_epoch(net, loader, opt))
evidence = {"w": net.weight.detach()}
