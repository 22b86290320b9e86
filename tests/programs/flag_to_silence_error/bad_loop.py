# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x in torch.randn(2, 4, 3):
    hits = (net(x) > 0).float()
    loss = 1 - hits.mean()
    loss.requires_grad_(True)  # DTL215 a comparison cut the graph
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

evidence = {"net": net.weight.grad}
