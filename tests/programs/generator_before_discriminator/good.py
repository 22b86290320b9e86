import torch
from torch import nn

torch.manual_seed(0)
gen, disc = nn.Linear(2, 3), nn.Linear(3, 1)
og, od = torch.optim.Adam(gen.parameters()), torch.optim.Adam(disc.parameters())
bce = nn.BCEWithLogitsLoss()
for _ in range(2):
    og.zero_grad()
    fake = gen(torch.randn(4, 2))
    bce(disc(fake), torch.ones(4, 1)).backward()
    og.step()
    od.zero_grad()
    (bce(disc(torch.randn(4, 3)), torch.ones(4, 1)) + bce(disc(fake.detach()), torch.zeros(4, 1))).backward()
    od.step()
