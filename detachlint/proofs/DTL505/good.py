import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 4)
        self.fc = nn.Linear(4, 10)

    def forward(self, x):
        return self.fc(torch.relu(self.body(x)))


torch.manual_seed(0)
model = Classifier()
model.fc = nn.Linear(4, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
before = model.fc.weight.detach().clone()
criterion = nn.CrossEntropyLoss()
for step in range(2):
    loss = criterion(model(torch.randn(3, 3)), torch.tensor([0, 1, 0]))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
evidence = {"new layer learns": not torch.equal(before, model.fc.weight)}
