import torch
from torch import nn

torch.manual_seed(0)
G_net, D_net = nn.Linear(2, 3), nn.Linear(3, 1)
start = G_net.weight.detach().clone()
g_opt = torch.optim.Adam(G_net.parameters(), lr=1e-2)
d_opt = torch.optim.Adam(D_net.parameters(), lr=1e-2)


def reset_grad():
    g_opt.zero_grad()
    d_opt.zero_grad()


for _ in range(3):
    z, real = torch.randn(4, 2), torch.randn(4, 3)
    d_loss = D_net(G_net(z).detach()).mean() - D_net(real).mean()
    reset_grad()
    d_loss.backward()
    d_opt.step()

    g_loss = -D_net(G_net(z)).mean()
    reset_grad()
    g_loss.backward()
    g_opt.step()
evidence = {"moved": (G_net.weight - start).detach()}
