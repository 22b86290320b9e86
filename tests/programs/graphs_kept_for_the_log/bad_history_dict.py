# symptom: grows
from collections import defaultdict

import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
opt = torch.optim.Adam(net.parameters())
history = defaultdict(list)
for epoch in range(2):
    for _ in range(2):
        out = net(torch.randn(5, 4))
        loss = nn.functional.cross_entropy(out, torch.randint(2, (5,)))
        opt.zero_grad()
        loss.backward()
        opt.step()
        history["train_loss"].append(loss)  # DTL403 kept with its graph
evidence = {"graphs": sum(l.requires_grad for l in history["train_loss"])}
