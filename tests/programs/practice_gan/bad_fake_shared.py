# symptom: raises backward through the graph a second time
import torch
from torch import nn


class Generator(nn.Module):
    def __init__(self, latent=4, hidden=16, out=2):
        super().__init__()
        self.latent = latent
        self.net = nn.Sequential(
            nn.Linear(latent, hidden), nn.BatchNorm1d(hidden), nn.ReLU(inplace=True), nn.Linear(hidden, out)
        )

    def forward(self, z):
        return self.net(z)

    def sample(self, n):
        return self(torch.randn(n, self.latent))


class Discriminator(nn.Module):
    def __init__(self, inp=2, hidden=16):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(inp, hidden), nn.LeakyReLU(0.2, inplace=True), nn.Linear(hidden, 1))

    def forward(self, x):
        return self.net(x).squeeze(1)


def ring(n):
    angle = torch.rand(n) * 6.2831853
    return torch.stack([angle.cos(), angle.sin()], dim=1) + 0.05 * torch.randn(n, 2)


class GANTrainer:
    def __init__(self, lr=1e-3):
        self.G, self.D = Generator(), Discriminator()
        self.opt_G = torch.optim.Adam(self.G.parameters(), lr=lr, betas=(0.5, 0.999))
        self.opt_D = torch.optim.Adam(self.D.parameters(), lr=lr, betas=(0.5, 0.999))
        self.criterion = nn.BCEWithLogitsLoss()
        self.history = {"d": [], "g": []}

    def train_discriminator(self, real, fake):
        self.opt_D.zero_grad()
        loss_real = self.criterion(self.D(real), torch.ones(len(real)))
        loss_fake = self.criterion(self.D(fake), torch.zeros(len(fake)))
        loss = (loss_real + loss_fake) / 2
        loss.backward()
        self.opt_D.step()
        return loss.item()

    def train_generator(self, fake):
        self.opt_G.zero_grad()
        loss = self.criterion(self.D(fake), torch.ones(len(fake)))
        loss.backward()  # DTL401 the discriminator's loss has freed the generator's graph
        self.opt_G.step()
        return loss.item()

    def fit(self, steps, batch_size=8):
        for step in range(steps):
            real = ring(batch_size)
            fake = self.G.sample(batch_size)
            self.history["d"].append(self.train_discriminator(real, fake))
            self.history["g"].append(self.train_generator(fake))
        return self.history


torch.manual_seed(0)
trainer = GANTrainer()
before = trainer.G.net[3].weight.detach().clone()
trainer.fit(4)
evidence = {
    "moved": (trainer.G.net[3].weight.detach() - before).abs().sum(),
    "d.grad": trainer.D.net[2].weight.grad.clone(),
}
