import torch
from torch import nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(4, 4)
        self.head = nn.Linear(4, 2)

    def forward(self, x):
        return self.head(torch.tanh(self.inner(x)))


def low_rank(module):
    for name, child in module.named_children():
        if isinstance(child, nn.Linear):
            made = nn.Sequential(nn.Linear(child.in_features, 2, bias=False), nn.Linear(2, child.out_features))
            setattr(module, name, made)
    return module


torch.manual_seed(0)
model = Block()
model = low_rank(model)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
w = model.head[0].weight.detach().clone()
for _ in range(3):
    opt.zero_grad()
    model(torch.randn(5, 4)).pow(2).mean().backward()
    opt.step()
evidence = {"moved": model.head[0].weight.detach() - w}
