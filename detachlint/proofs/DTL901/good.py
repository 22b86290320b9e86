"""Digit classifier in the style of today."""
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super(Net, self).__init__()
        self.conv = nn.Conv2d(1, 4, 3)
        self.fc = nn.Linear(4 * 9, 10)

    def forward(self, x):
        x = F.relu(F.max_pool2d(self.conv(x), 2))
        return F.log_softmax(self.fc(x.view(-1, 36)), dim=1)


def count_correct(output, target):
    guess = output.argmax(dim=1, keepdim=True)
    return guess.eq(target.view_as(guess)).sum().item()


torch.manual_seed(0)
net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.5)
correct = 0
for batch in range(3):
    data, target = torch.randn(8, 1, 8, 8), torch.randint(0, 10, (8,))
    optimizer.zero_grad()
    output = net(data)
    loss = F.nll_loss(output, target)
    loss.backward()
    optimizer.step()
    correct += count_correct(output, target)

evidence = {"correct": correct}
