import torch
from torch import nn


class Growing(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([nn.Linear(4, 4)])

    def forward(self, x):
        for block in self.blocks:
            x = block(x).tanh()
        return x


torch.manual_seed(0)
model = Growing()
opt = torch.optim.SGD(model.parameters(), lr=0.1)
model.blocks.append(nn.Linear(4, 4))
opt.add_param_group({"params": model.blocks[-1].parameters()})
w = model.blocks[1].weight.detach().clone()
for _ in range(3):
    opt.zero_grad()
    (model(torch.randn(5, 4)) - 1).pow(2).mean().backward()
    opt.step()
evidence = {"moved": model.blocks[1].weight.detach() - w}
