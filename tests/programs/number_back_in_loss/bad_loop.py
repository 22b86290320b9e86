# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
net, scale = nn.Linear(3, 1), nn.Parameter(torch.ones(1))
optimizer = torch.optim.SGD([*net.parameters(), scale], lr=0.1)
for _ in range(2):
    penalty = 0.0
    for p in net.parameters():
        penalty += p.pow(2).sum().item()  # DTL207 the penalty is a number
    loss = scale.pow(2).sum() + 0.1 * penalty
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

evidence = {"net": net.weight.grad}
