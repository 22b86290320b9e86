import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 1))
start = net[1].weight.detach().clone()
named = list(net.named_parameters())
decay = [p for n, p in named if "weight" in n]
plain = [p for n, p in named if "bias" in n]
opt = torch.optim.SGD([{"params": decay}, {"params": plain, "weight_decay": 0.0}], lr=0.1)
bias = net[1].bias.detach().clone()
net(torch.randn(4, 3)).pow(2).mean().backward()
opt.step()
evidence = {"bias moved": net[1].bias.detach() - bias}
