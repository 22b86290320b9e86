# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
net, table = nn.Linear(3, 4), nn.Embedding(4, 2)
optimizer = torch.optim.SGD([*net.parameters(), *table.parameters()], lr=0.1)
for x in torch.randn(2, 5, 3):
    choice = net(x).argmax(dim=1)  # DTL208 the choice is an integer
    loss = table(choice).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

evidence = {"net": net.weight.grad}
