# symptom: none
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 4)
        self.head = nn.Linear(4, 1)
        self.features = None

    @torch.no_grad()  # DTL210 nothing reaches the body
    def encode(self, x):
        self.features = self.body(x).relu()

    def forward(self, x):
        self.encode(x)
        return self.head(self.features)


torch.manual_seed(0)
net = Net()
optimizer = torch.optim.Adam(net.parameters())
for _ in range(2):
    optimizer.zero_grad()
    net(torch.randn(5, 3)).pow(2).mean().backward()
    optimizer.step()

evidence = {"body": net.body.weight.grad}
