# symptom: wrong
import torch
from torch import nn

torch.manual_seed(0)
G_net, D_net = nn.Linear(2, 3), nn.Linear(3, 1)
g_opt = torch.optim.SGD(G_net.parameters(), lr=0.1)
d_opt = torch.optim.SGD(D_net.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
for _ in range(2):
    z = torch.randn(4, 2)
    d_opt.zero_grad()
    d_loss = D_net(G_net(z).detach()).mean() - D_net(torch.randn(4, 3)).mean()
    scaler.scale(d_loss).backward()
    scaler.step(d_opt)
    g_opt.zero_grad()
    g_loss = -D_net(G_net(z)).mean()
    g_loss.backward()
    scaler.step(g_opt)  # DTL507 the generator's loss was not scaled
    scaler.update()
evidence = {"w": G_net.weight.detach()}
