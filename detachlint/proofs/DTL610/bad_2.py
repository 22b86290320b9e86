# symptom: wrong
"""Feature matching: a hook keeps the discriminator's features, but forward is called past the hook."""
import torch
from torch import nn


class Discriminator(nn.Module):
    def __init__(self, n_in):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(n_in, 6), nn.LeakyReLU(0.2))
        self.score = nn.Linear(6, 1)

    def forward(self, x):
        return self.score(self.features.forward(x))  # DTL610 the hook below never sees the features


kept = {"real": torch.zeros(4, 6)}
torch.manual_seed(0)
generator = nn.Linear(2, 3)
discriminator = Discriminator(3).requires_grad_(False)
discriminator.features.register_forward_hook(lambda module, inputs, output: kept.update(fake=output))
optimizer = torch.optim.Adam(generator.parameters(), lr=1e-2)
norms = []
for step in range(2):
    kept["fake"] = None
    score = discriminator(generator(torch.randn(4, 2)))
    loss = -score.mean()
    if kept["fake"] is not None:
        loss = loss + (kept["fake"] - kept["real"]).abs().mean()
    optimizer.zero_grad()
    loss.backward()
    norms.append(generator.weight.grad.norm().item())
    optimizer.step()
evidence = {"generator's gradients": norms}
