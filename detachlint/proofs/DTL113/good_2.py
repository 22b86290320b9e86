"""A small GAN; both losses are computed first, then both networks are trained."""
import torch
from torch import nn

torch.manual_seed(0)
generator = nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 3))
critic = nn.Sequential(nn.Linear(3, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))
g_optimizer = torch.optim.Adam(generator.parameters(), lr=1e-3)
d_optimizer = torch.optim.Adam(critic.parameters(), lr=1e-3)
bce = nn.BCEWithLogitsLoss()
yes, no = torch.ones(4, 1), torch.zeros(4, 1)

for step in range(2):
    real = torch.randn(4, 3)
    fake = generator(torch.randn(4, 2))
    d_loss = bce(critic(real), yes) + bce(critic(fake.detach()), no)

    d_optimizer.zero_grad()
    d_loss.backward()
    d_optimizer.step()

    g_loss = bce(critic(fake), yes)
    g_optimizer.zero_grad()
    g_loss.backward()
    g_optimizer.step()
    print(f"{step}: d {d_loss.item():.3f} g {g_loss.item():.3f}")
