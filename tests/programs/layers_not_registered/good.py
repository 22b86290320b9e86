import torch
from torch import nn


def make_heads(n):
    return [nn.Linear(3, 1) for _ in range(n)]


class Net(nn.Module):
    def __init__(self, depth):
        super().__init__()
        layers = [nn.Linear(3, 3), nn.ReLU()]
        layers.append(nn.Linear(3, 3))
        self.body = nn.Sequential(*layers)
        self.blocks = nn.ModuleList()
        for _ in range(depth):
            self.blocks.append(nn.Linear(3, 3))
        self.heads = nn.ModuleList(make_heads(2))
        self.tasks = nn.ModuleDict({"age": nn.Linear(3, 1), "size": nn.Linear(3, 1)})
        self.scales = nn.ParameterList([nn.Parameter(torch.ones(3)) for _ in range(2)])
        self.extra = []
        for i in range(2):
            layer = nn.Linear(3, 3)
            self.add_module(f"extra{i}", layer)
            self.extra.append(layer)
        self.names = ["age", "size"]

    def forward(self, x):
        x = self.body(x) * self.scales[0]
        for block in self.blocks:
            x = block(x).relu()
        for layer in self.extra:
            x = layer(x)
        return sum(head(x) for head in self.heads) + sum(self.tasks[name](x) for name in self.names)


torch.manual_seed(0)
net = Net(2)
net(torch.randn(4, 3)).sum().backward()

evidence = {"registered": len(list(net.parameters())) > 2}
