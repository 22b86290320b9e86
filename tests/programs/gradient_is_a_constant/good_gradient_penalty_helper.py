import torch
from torch import autograd, nn


def gradient_penalty(critic, real, fake, lam=10.0):
    eps = torch.rand(real.size(0), 1)
    mixed = (eps * real + (1 - eps) * fake).requires_grad_(True)
    score = critic(mixed)
    grads = autograd.grad(
        outputs=score,
        inputs=mixed,
        grad_outputs=torch.ones_like(score),
        create_graph=True,
        retain_graph=True,
    )[0]
    return lam * ((grads.norm(2, dim=1) - 1) ** 2).mean()


torch.manual_seed(0)
critic = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
real, fake = torch.randn(4, 3), torch.randn(4, 3)
base = critic(fake).mean() - critic(real).mean()
loss = base + gradient_penalty(critic, real, fake)
plain = autograd.grad(base, critic[0].weight, retain_graph=True)[0]
critic.zero_grad()
loss.backward()
evidence = {"share of the penalty": critic[0].weight.grad - plain}
