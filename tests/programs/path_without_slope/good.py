import torch
from torch import nn


def quantise(x, levels):
    q = torch.round(x * levels) / levels
    return x + (q - x).detach()


class Code(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 4)
        self.code = None

    def forward(self, x):
        soft = torch.tanh(self.net(x))
        self.code = torch.sign(soft)
        return soft + (self.code - soft).detach()


torch.manual_seed(0)
model = Code()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
labels = torch.randint(0, 4, (5,))
correct = 0
for x in torch.randn(2, 5, 3):
    out = model(x)
    loss = nn.functional.cross_entropy(out, labels) + (quantise(out, 4) - 0.2).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    correct += (out.argmax(dim=1) == labels).sum().item()
    accuracy = (out.argmax(1) == labels).float().mean()
    active = (out > 0).float().mean()
    print(correct, accuracy, active)

# a mask by comparison is a constant factor: the other factor has the slope
out = model(torch.randn(5, 3))
(out * (out > 0).float()).sum().backward()

evidence = {"net": model.net.weight.grad}
