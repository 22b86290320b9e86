import torch
from torch import nn

torch.manual_seed(0)
encoder = nn.Linear(3, 2)
generator = nn.Sequential(nn.Linear(2, 3), nn.Tanh())
mae = nn.L1Loss()
optimizer_E = torch.optim.Adam(encoder.parameters(), lr=1e-3)
optimizer_G = torch.optim.Adam(generator.parameters(), lr=1e-3)

for batch in torch.randn(3, 4, 3):
    optimizer_E.zero_grad()
    optimizer_G.zero_grad()
    code = encoder(batch)
    z = torch.randn(4, 2)
    guess = generator(z)
    joint = mae(generator(code), batch) + mae(guess, batch) + 0.1 * code.pow(2).sum()
    joint.backward(retain_graph=True)
    optimizer_E.step()
    latent = 0.5 * mae(encoder(guess), z)
    latent.backward()
    optimizer_G.step()

evidence = {"steps": 3, "grad": generator[0].weight.grad}
