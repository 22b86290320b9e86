# symptom: wrong
import torch
from torch import nn

torch.manual_seed(0)
gen = nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 3))
disc = nn.Sequential(nn.Linear(3, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))
optG = torch.optim.Adam(gen.parameters(), lr=2e-4)
optD = torch.optim.Adam(disc.parameters(), lr=2e-4)
bce = nn.BCEWithLogitsLoss()
for i in range(3):
    real = torch.randn(6, 3)
    optD.zero_grad()
    optG.zero_grad()
    fake = gen(torch.randn(6, 2))
    g_loss = bce(disc(fake), torch.ones(6, 1))
    g_loss.backward()
    optG.step()
    d_loss = bce(disc(real), torch.ones(6, 1)) + bce(disc(fake.detach()), torch.zeros(6, 1))
    d_loss.backward()  # DTL501 the generator's pass has filled the discriminator's gradients
    optD.step()
evidence = {"g": disc[0].weight.grad}
