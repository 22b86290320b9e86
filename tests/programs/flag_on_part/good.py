import torch
from torch import nn


def freeze(parameter):
    parameter.requires_grad = False


class Embedder(nn.Module):
    """The gradient of the first row is masked by a hook."""

    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(5, 3)
        mask = torch.ones(5, 1)
        mask[0] = 0
        self.table.weight.register_hook(lambda grad: grad * mask)

    def forward(self, ids):
        return self.table(ids)


torch.manual_seed(0)
layer = nn.Linear(3, 2)
freeze(layer.weight)
model = Embedder()
model(torch.tensor([0, 1])).sum().backward()
values = layer.weight.data
values.requires_grad = True
values.sum().backward()
row = torch.randn(2, 3)[0]
row.requires_grad = True
row.sum().backward()
print(values.grad, row.grad)

evidence = {"frozen": not layer.weight.requires_grad}
