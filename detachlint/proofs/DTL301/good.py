import torch
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Linear(4, 4)
        self.classes = nn.Linear(4, 2)

    def forward(self, x):
        hidden = torch.relu(self.features(x))
        hidden = hidden.detach()
        return self.classes(hidden)


torch.manual_seed(0)
model = Head()
optimizer = torch.optim.SGD(model.classes.parameters(), lr=0.1)
criterion = nn.CrossEntropyLoss()
for step in range(2):
    x = torch.randn(3, 4)
    y = torch.tensor([0, 1, 0])
    loss = criterion(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
