import argparse

import torch
import torch.nn as nn


class Generator(nn.Module):
    def __init__(self, latent, out):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(latent, 8), nn.ReLU(), nn.Linear(8, out))

    def forward(self, z):
        return self.net(z)


class Discriminator(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(n, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))

    def forward(self, x):
        return self.net(x)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--latent", type=int, default=2)
    parser.add_argument("--steps", type=int, default=3)
    opt = parser.parse_args([])
    torch.manual_seed(0)
    netG, netD = Generator(opt.latent, 3), Discriminator(3)
    optimizerG = torch.optim.Adam(netG.parameters(), lr=2e-4)
    optimizerD = torch.optim.Adam(netD.parameters(), lr=2e-4)
    criterion = nn.BCEWithLogitsLoss()
    untouched = True
    for i in range(opt.steps):
        netD.zero_grad()
        errD_real = criterion(netD(torch.randn(4, 3)), torch.ones(4, 1))
        errD_real.backward()
        fake = netG(torch.randn(4, opt.latent))
        errD_fake = criterion(netD(fake.detach()), torch.zeros(4, 1))
        errD_fake.backward()
        optimizerD.step()
        untouched = untouched and netG.net[0].weight.grad is None
        netG.zero_grad()
        errG = criterion(netD(netG(torch.randn(4, opt.latent))), torch.ones(4, 1))
        errG.backward()
        optimizerG.step()
        netG.zero_grad()
    return untouched


evidence = {"generator left alone": main()}
