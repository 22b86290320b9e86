# symptom: raises modified by an inplace operation
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset


class Encoder(nn.Module):
    def __init__(self, x_dim, h_dim, z_dim):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(x_dim, h_dim), nn.ReLU())
        self.mu, self.logvar = nn.Linear(h_dim, z_dim), nn.Linear(h_dim, z_dim)

    def forward(self, x):
        h = self.body(x)
        return self.mu(h), self.logvar(h)


class VAE(nn.Module):
    def __init__(self, x_dim=12, h_dim=8, z_dim=2):
        super().__init__()
        self.encoder = Encoder(x_dim, h_dim, z_dim)
        self.decoder = nn.Sequential(nn.Linear(z_dim, h_dim), nn.ReLU(), nn.Linear(h_dim, x_dim), nn.Sigmoid())

    def reparameterize(self, mu, logvar):
        if not self.training:
            return mu
        std = torch.exp(0.5 * logvar)
        eps = torch.randn_like(std)
        noise = eps.mul(std)
        eps.mul_(0.0)  # DTL101 eps was kept to differentiate eps * std
        return noise + mu

    def forward(self, x):
        mu, logvar = self.encoder(x)
        return self.decoder(self.reparameterize(mu, logvar)), mu, logvar


def elbo(recon, x, mu, logvar, beta):
    bce = F.binary_cross_entropy(recon, x, reduction="sum") / x.size(0)
    kld = -0.5 * torch.mean(torch.sum(1 + logvar - mu.pow(2) - logvar.exp(), dim=1))
    return bce + beta * kld, bce, kld


def train_epoch(model, loader, optimizer, beta):
    model.train()
    sums = {"loss": 0.0, "bce": 0.0, "kld": 0.0}
    for (x,) in loader:
        optimizer.zero_grad()
        recon, mu, logvar = model(x)
        loss, bce, kld = elbo(recon, x, mu, logvar, beta)
        loss.backward()
        optimizer.step()
        for key, value in zip(sums, (loss, bce, kld)):
            sums[key] += value.item() * x.size(0)
    return {key: value / len(loader.dataset) for key, value in sums.items()}


@torch.no_grad()
def reconstruct(model, x):
    model.eval()
    return model(x)[0]


torch.manual_seed(0)
data = TensorDataset(torch.rand(32, 12))
model = VAE()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for epoch in range(3):
    stats = train_epoch(model, DataLoader(data, batch_size=8), optimizer, beta=min(1.0, epoch / 2))
    image = reconstruct(model, data.tensors[0][:2])
    print(epoch, stats)

evidence = {"graph": getattr(stats["loss"], "requires_grad", False), "mu": model.encoder.mu.weight.grad, "logvar": model.encoder.logvar.weight.grad, "body": model.encoder.body[0].weight.grad}
