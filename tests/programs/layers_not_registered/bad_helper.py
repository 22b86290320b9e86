# symptom: none
import torch
from torch import nn


def make_heads(n):
    return [nn.Linear(3, 1) for _ in range(n)]


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 3)
        self.heads = make_heads(2)  # DTL309 the helper makes a list

    def forward(self, x):
        x = self.body(x).relu()
        return sum(head(x) for head in self.heads)


torch.manual_seed(0)
net = Net()

evidence = {"registered": len(list(net.parameters())) > 2}
