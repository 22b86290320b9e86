# symptom: grows
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(2, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
log = torch.zeros(3)
for i, x in enumerate(torch.randn(3, 4, 2)):
    loss = net(x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    log[i] = loss  # DTL403 kept with its graph
evidence = {"graph": log.requires_grad}
