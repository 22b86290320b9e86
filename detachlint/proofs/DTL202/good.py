"""Variational autoencoder whose variance head is warmed up without touching the trunk."""
import torch
import torch.nn.functional as F
from torch import nn


class Encoder(nn.Module):
    def __init__(self, n_in, n_hidden, n_latent):
        super().__init__()
        self.trunk = nn.Linear(n_in, n_hidden)
        self.head = nn.Linear(n_hidden, 2 * n_latent)

    def forward(self, x, warmup):
        mu, logvar = self.head(F.relu(self.trunk(x))).chunk(2, dim=-1)
        if warmup:
            logvar = logvar.detach()
        return mu, logvar


torch.manual_seed(0)
enc, dec = Encoder(5, 8, 2), nn.Linear(2, 5)
opt = torch.optim.Adam([*enc.parameters(), *dec.parameters()], lr=3e-3)

for epoch in range(4):
    x = torch.randn(16, 5)
    mu, logvar = enc(x, warmup=epoch < 2)
    z = mu + torch.randn_like(mu) * (0.5 * logvar).exp()
    recon = F.mse_loss(dec(z), x)
    kl = -0.5 * (1 + logvar - mu.pow(2) - logvar.exp()).sum(1).mean()
    opt.zero_grad()
    (recon + 0.1 * kl).backward()
    opt.step()
print("done")
