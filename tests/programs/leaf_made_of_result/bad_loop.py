# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    terms = []
    for x in torch.randn(4, 3):
        terms.append(net(x).detach().requires_grad_())  # DTL206 new leaves
    loss = torch.stack(terms).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

evidence = {"net": net.weight.grad}
