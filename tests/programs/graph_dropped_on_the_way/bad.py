# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
hyper, net = nn.Linear(2, 3), nn.Linear(3, 1)
optimizer = torch.optim.SGD(hyper.parameters(), lr=0.1)
for x in torch.randn(3, 4, 3):
    net.weight.data = hyper(torch.randn(1, 2))  # DTL104 the generated weight loses its graph
    loss = net(x).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

evidence = {"hyper": hyper.weight.grad}
