"""Autoencoder with a probe that reads the code but must not shape it."""
import torch
import torch.nn.functional as F
from torch import nn


class Autoencoder(nn.Module):
    def __init__(self, n_in=6, n_code=3):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(n_in, 8), nn.Tanh(), nn.Linear(8, n_code))
        self.decoder = nn.Linear(n_code, n_in)
        self.probe = nn.Linear(n_code, 2)

    def losses(self, x, y):
        code = self.encoder(x)
        probe_loss = F.cross_entropy(self.probe(code.detach()), y)
        recon_loss = F.mse_loss(self.decoder(code), x)
        return recon_loss, probe_loss


torch.manual_seed(0)
model = Autoencoder()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
data = torch.randn(32, 6)
labels = (data[:, 0] > 0).long()

for start in range(0, 32, 8):
    xb, yb = data[start:start + 8], labels[start:start + 8]
    recon, probe = model.losses(xb, yb)
    optimizer.zero_grad()
    (recon + probe).backward()
    optimizer.step()
    print(f"recon {recon.item():.3f} probe {probe.item():.3f}")

evidence = {f"encoder.{name}": p.grad for name, p in model.encoder.named_parameters()}
