# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(2, 1)
start = net.weight.detach().clone()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", init_scale=8.0, enabled=False)
for _ in range(3):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        loss = net(torch.randn(4, 2)).abs().mean()
    scaler.scale(loss).backward()
    optimizer.zero_grad()  # DTL502 before the scaler steps
    scaler.step(optimizer)
    scaler.update()
evidence = {"moved": (net.weight - start).detach()}
