import torch
from torch import nn


def evaluate(net, x):
    before = torch.is_grad_enabled()
    torch.set_grad_enabled(False)
    score = net(x).mean().item()
    torch.set_grad_enabled(before)
    return score


def evaluate_in_block(net, x):
    with torch.set_grad_enabled(False):
        return net(x).mean().item()


class Phase:
    def __init__(self, net):
        self.net = net

    def run(self, x, train):
        with torch.set_grad_enabled(train):
            loss = self.net(x).pow(2).mean()
        if train:
            loss.backward()


torch.manual_seed(0)
net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for epoch in range(2):
    for x in torch.randn(2, 4, 3):
        optimizer.zero_grad()
        net(x).pow(2).mean().backward()
        optimizer.step()
    net.eval()
    print(evaluate(net, torch.randn(4, 3)), evaluate_in_block(net, torch.randn(4, 3)))
    net.train()
phase = Phase(net)
phase.run(torch.randn(4, 3), True)
phase.run(torch.randn(4, 3), False)

# from here on nothing is trained
torch.set_grad_enabled(False)
print(net(torch.randn(4, 3)).mean())
