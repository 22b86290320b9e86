import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(3, 4)
        self.head = nn.Linear(4, 1)
        self.last = None

    def forward(self, x):
        features = self.encoder(x)
        self.last = features.detach()
        return self.head(features)


torch.manual_seed(0)
model = Model()
model(torch.randn(5, 3)).pow(2).mean().backward()
evidence = {"encoder": model.encoder.weight.grad}

# truncated backpropagation through time: nobody else needs the state
cell, head = nn.RNNCell(3, 4), nn.Linear(4, 1)
optimizer = torch.optim.SGD([*cell.parameters(), *head.parameters()], lr=0.1)
h = torch.zeros(5, 4)
for _ in range(3):
    h = cell(torch.randn(5, 3), h)
    loss = head(h).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    h.detach_()

# fresh results that nobody else holds
kept = []
for _ in range(2):
    kept.append(model.encoder(torch.randn(5, 3)).detach_())
target = model(torch.randn(5, 3)).detach_()
model(torch.randn(5, 3)).sub(target).pow(2).mean().backward()
