# symptom: wrong
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    outputs = [net(x) for x in torch.randn(4, 3).split(2)]
    for out in outputs:
        out.data[:, 0] *= 2.0  # DTL104 half the gradient is missing
    optimizer.zero_grad()
    torch.cat(outputs).sum().backward()
    optimizer.step()

evidence = {"bias": net.bias.grad}
