# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
head = nn.Linear(2, 1)
for _ in range(2):
    z = net(torch.randn(4, 3))
    fresh = z.detach()
    latent = fresh.requires_grad_()  # DTL206 a new leaf that `net` is not behind
    loss = head(latent).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

evidence = {"net": net.weight.grad}
