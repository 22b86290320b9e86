# symptom: n/a
"""Adversarial training of a one-dimensional generator, as written for torch 0.3."""
import torch
import torch.nn as nn
from torch.autograd import Variable


def real_batch(count):
    return Variable(4.0 + 0.5 * torch.randn(count, 1))  # DTL903 is the same tensor


torch.manual_seed(0)
G = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))
D = nn.Sequential(nn.Linear(1, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))
opt_g = torch.optim.Adam(G.parameters(), lr=1e-3)
opt_d = torch.optim.Adam(D.parameters(), lr=1e-3)
criterion = nn.BCEWithLogitsLoss()
ones, zeros = torch.ones(16, 1), torch.zeros(16, 1)

for _ in range(2):
    fake = G(torch.randn(16, 1))
    loss_d = criterion(D(real_batch(16)), ones) + criterion(D(fake.detach()), zeros)
    opt_d.zero_grad()
    loss_d.backward()
    opt_d.step()

    loss_g = criterion(D(fake), ones)
    opt_g.zero_grad()
    loss_g.backward()
    opt_g.step()

evidence = {"is a plain tensor": type(real_batch(1)) is torch.Tensor}
