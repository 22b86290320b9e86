import torch
import torch.nn.functional as F
from torch import nn


class GANTrainer:
    def __init__(self, latent=4, size=6, lr=1e-3):
        self.latent = latent
        self.G = nn.Sequential(nn.Linear(latent, 16), nn.ReLU(), nn.Linear(16, size), nn.Tanh())
        self.D = nn.Sequential(nn.Linear(size, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))
        self.opt_g = torch.optim.Adam(self.G.parameters(), lr=lr)
        self.opt_d = torch.optim.Adam(self.D.parameters(), lr=lr)

    def d_step(self, real, fake):
        real_logits = self.D(real)
        fake_logits = self.D(fake.detach())
        loss = F.binary_cross_entropy_with_logits(real_logits, torch.ones_like(real_logits))
        loss = loss + F.binary_cross_entropy_with_logits(fake_logits, torch.zeros_like(fake_logits))
        self.opt_d.zero_grad()
        loss.backward()
        self.opt_d.step()
        return loss.item()

    def g_step(self, fake):
        logits = self.D(fake)
        loss = F.binary_cross_entropy_with_logits(logits, torch.ones_like(logits))
        self.opt_g.zero_grad()
        loss.backward()
        self.opt_g.step()
        return loss.item()

    def step(self, real):
        fake = self.G(torch.randn(real.size(0), self.latent))
        return self.d_step(real, fake), self.g_step(fake)

    def fit(self, loader, epochs=1):
        for _ in range(epochs):
            for real in loader:
                self.step(real)


torch.manual_seed(0)
GANTrainer().fit([torch.randn(8, 6) for _ in range(3)])
