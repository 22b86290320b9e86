# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
start = net.weight.detach().clone()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", enabled=False)
step = 0
while step < 3:
    optimizer.zero_grad(set_to_none=True)
    with torch.autocast("cpu", enabled=False):
        loss = net(torch.randn(4, 3)).square().mean()
    scaler.step(optimizer)  # DTL503 before the backward pass
    scaler.scale(loss).backward()
    scaler.update()
    step += 1
evidence = {"moved": net.weight.detach() - start}
