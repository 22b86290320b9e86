import torch
import torch.nn.functional as F
from torch import nn


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.Linear(6, 4)
        self.dec = nn.Linear(2, 6)

    def forward(self, x):
        mu, logvar = self.enc(x).chunk(2, dim=1)
        z = mu + torch.randn_like(mu) * (0.5 * logvar).exp()
        return self.dec(z), mu, logvar


def losses_of(x, out):
    recon, mu, logvar = out
    rec = F.mse_loss(recon, x)
    kld = -0.5 * torch.mean(1 + logvar - mu.pow(2) - logvar.exp())
    return {"loss": rec + kld, "rec": rec, "kld": kld}


def train(model, optimizer, batches):
    sums = {"loss": 0.0, "rec": 0.0, "kld": 0.0}
    for x in batches:
        parts = losses_of(x, model(x))
        optimizer.zero_grad()
        parts["loss"].backward()
        optimizer.step()
        for k, v in parts.items():
            sums[k] += v.item()
    return sums


torch.manual_seed(0)
vae = VAE()
sums = train(vae, torch.optim.Adam(vae.parameters()), [torch.randn(4, 6) for _ in range(3)])
evidence = {"graph": getattr(sums["loss"], "requires_grad", False)}
