import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(3, 6, batch_first=True)
        self.fc = nn.Linear(6, 2)

    def init_hidden(self, batch):
        return torch.zeros(1, batch, 6)

    def forward(self, x, h):
        out, h = self.rnn(x, h)
        return self.fc(out[:, -1]), h


torch.manual_seed(0)
net = Net()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(net.parameters())
loader = [(torch.randn(4, 5, 3), torch.randint(2, (4,))) for _ in range(3)]
for inputs, labels in loader:
    h = net.init_hidden(4)
    output, h = net(inputs, h)
    net.zero_grad()
    loss = criterion(output, labels)
    loss.backward()
    optimizer.step()
