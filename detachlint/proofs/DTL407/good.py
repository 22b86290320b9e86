import torch
from torch import nn

torch.manual_seed(0)
layer = nn.Linear(3, 1)
optimizer = torch.optim.SGD(layer.parameters(), lr=0.0)
norms = []
for step in range(2):
    layer(torch.ones(2, 3)).mean().backward()
    norms.append(float(layer.weight.grad.norm()))
    optimizer.step()
    optimizer.zero_grad()
evidence = {"same gradient": abs(norms[0] - norms[1]) < 1e-6}
