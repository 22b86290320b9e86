import torch
from torch import nn

torch.manual_seed(0)
gen, dis = nn.Linear(2, 3), nn.Linear(3, 1)
g_opt = torch.optim.SGD(gen.parameters(), lr=0.5)
d_opt = torch.optim.SGD(dis.parameters(), lr=0.5)
scaler = torch.amp.GradScaler("cpu", init_scale=256.0)
for _ in range(3):
    g_opt.zero_grad()
    d_opt.zero_grad()
    loss = dis(gen(torch.randn(5, 2))).mean()
    scaler.scale(loss).backward()
    scaler.unscale_(g_opt)
    nn.utils.clip_grad_norm_(gen.parameters(), 0.5)
    scaler.step(g_opt)
    scaler.update()
evidence = {"w": gen.weight.detach()}
