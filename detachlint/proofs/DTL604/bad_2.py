# symptom: raises Legacy autograd function with non-static forward method
"""Domain adaptation with a gradient reversal layer as it was written for torch 0.3."""
import torch
import torch.nn as nn
from torch.autograd import Function


class GradReverse(Function):
    def __init__(self, strength):
        self.strength = strength

    def forward(self, x):  # DTL604 written for an instance
        return x.view_as(x)

    def backward(self, grad_output):
        return grad_output * -self.strength


class Adapted(nn.Module):
    def __init__(self, n_in, n_classes):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(n_in, 8), nn.Tanh())
        self.label = nn.Linear(8, n_classes)
        self.domain = nn.Linear(8, 2)

    def forward(self, x, strength):
        h = self.features(x)
        return self.label(h), self.domain(GradReverse(strength)(h))


torch.manual_seed(0)
model = Adapted(4, 3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
criterion = nn.CrossEntropyLoss()
for epoch in range(2):
    x, y, d = torch.randn(6, 4), torch.randint(0, 3, (6,)), torch.randint(0, 2, (6,))
    labels, domains = model(x, strength=0.1 * (epoch + 1))
    loss = criterion(labels, y) + criterion(domains, d)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
