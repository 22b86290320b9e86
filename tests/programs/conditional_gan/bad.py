# symptom: wrong
import torch
from torch import nn


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.label_emb = nn.Embedding(10, 4)
        self.model = nn.Sequential(nn.Linear(6, 8), nn.LeakyReLU(0.2), nn.Linear(8, 3), nn.Tanh())

    def forward(self, noise, labels):
        return self.model(torch.cat((self.label_emb(labels), noise), -1))


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.label_embedding = nn.Embedding(10, 4)
        self.model = nn.Sequential(nn.Linear(7, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))

    def forward(self, img, labels):
        return self.model(torch.cat((img, self.label_embedding(labels)), -1))


torch.manual_seed(0)
generator, discriminator = Generator(), Discriminator()
adversarial = nn.MSELoss()
optimizer_G = torch.optim.Adam(generator.parameters(), lr=2e-4, betas=(0.5, 0.999))
optimizer_D = torch.optim.Adam(discriminator.parameters(), lr=2e-4, betas=(0.5, 0.999))
for images in torch.randn(3, 5, 3):
    valid, fake = torch.ones(5, 1), torch.zeros(5, 1)
    labels = torch.randint(0, 10, (5,))

    optimizer_D.zero_grad()
    generated = generator(torch.randn(5, 2), labels)
    real_loss = adversarial(discriminator(images, labels), valid)
    fake_loss = adversarial(discriminator(generated, labels), fake)
    d_loss = (real_loss + fake_loss) / 2
    d_loss.backward()  # DTL508 goes on into the generator
    optimizer_D.step()
    filled = generator.model[0].weight.grad is not None

    optimizer_G.zero_grad()
    generated = generator(torch.randn(5, 2), labels)
    g_loss = adversarial(discriminator(generated, labels), valid)
    g_loss.backward()
    optimizer_G.step()
evidence = {"left in the generator by the discriminator's pass": filled}
