# symptom: none
import torch
from torch import nn


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc, self.dec = nn.Linear(4, 2), nn.Linear(2, 4)

    def forward(self, x):
        z = self.enc(x)
        z = z.clone().detach().requires_grad_(True)  # DTL206 the encoder is cut off
        return self.dec(z)


torch.manual_seed(0)
vae = VAE()
opt = torch.optim.SGD(vae.parameters(), lr=0.1)
for _ in range(2):
    x = torch.randn(3, 4)
    loss = (vae(x) - x).abs().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()

evidence = {"enc": vae.enc.weight.grad}
