# symptom: none
import torch
from torch import nn


def features_of(body, x):
    with torch.no_grad():  # DTL210 whatever is called here is not trained
        return body(x).relu()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 4)
        self.head = nn.Linear(4, 1)

    def forward(self, x):
        return self.head(features_of(self.body, x))


torch.manual_seed(0)
net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    net(torch.randn(5, 3)).pow(2).mean().backward()
    optimizer.step()

evidence = {"body": net.body.weight.grad}
