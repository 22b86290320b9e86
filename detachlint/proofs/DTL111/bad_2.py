# symptom: raises Setting requires_grad=True on inference tensor outside InferenceMode is not allowed
"""A latent code is drawn in inference mode and then searched by gradient descent."""
import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self, latent, pixels):
        super().__init__()
        self.latent = latent
        self.net = nn.Sequential(nn.Linear(latent, 8), nn.Tanh(), nn.Linear(8, pixels))

    @torch.inference_mode()
    def sample(self, count):
        return torch.randn(count, self.latent)

    def forward(self, code):
        return self.net(code)


torch.manual_seed(0)
decoder = Decoder(2, 6).requires_grad_(False)
picture = torch.rand(1, 6)
code = decoder.sample(1)
code.requires_grad_()  # DTL111 an inference tensor cannot be told to require grad
optimizer = torch.optim.Adam([code], lr=0.1)
for step in range(3):
    loss = (decoder(code) - picture).abs().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
