import copy
import math

import torch
from torch import nn
from torch.nn import functional as F


def sinusoidal(t, dim):
    half = dim // 2
    freqs = torch.exp(-math.log(10000) * torch.arange(half) / half)
    args = t[:, None].float() * freqs[None]
    return torch.cat([args.cos(), args.sin()], dim=-1)


class Denoiser(nn.Module):
    def __init__(self, dim=2, hidden=16):
        super().__init__()
        self.time = nn.Sequential(nn.Linear(8, hidden), nn.SiLU(), nn.Linear(hidden, hidden))
        self.inp, self.out = nn.Linear(dim, hidden), nn.Linear(hidden, dim)
        self.act = nn.SiLU()

    def forward(self, x, t):
        h = self.inp(x) + self.time(sinusoidal(t, 8))
        return self.out(self.act(h))


class Diffusion(nn.Module):
    def __init__(self, model, steps=10):
        super().__init__()
        self.model, self.steps = model, steps
        betas = torch.linspace(1e-4, 0.2, steps)
        alphas_bar = torch.cumprod(1 - betas, dim=0)
        self.register_buffer("betas", betas)
        self.register_buffer("sqrt_ab", alphas_bar.sqrt())
        self.register_buffer("sqrt_one_minus_ab", (1 - alphas_bar).sqrt())

    def q_sample(self, x0, t, noise):
        return self.sqrt_ab[t][:, None] * x0 + self.sqrt_one_minus_ab[t][:, None] * noise

    def forward(self, x0):
        t = torch.randint(0, self.steps, (x0.shape[0],))
        noise = torch.randn_like(x0)
        return F.mse_loss(self.model(self.q_sample(x0, t, noise), t), noise)

    @torch.no_grad()
    def sample(self, n):
        x = torch.randn(n, 2)
        for i in reversed(range(self.steps)):
            t = torch.full((n,), i)
            beta = self.betas[i]
            x = (x - beta / self.sqrt_one_minus_ab[i] * self.model(x, t)) / (1 - beta).sqrt()
            if i > 0:
                x += beta.sqrt() * torch.randn_like(x)
        return x


class EMA:
    def __init__(self, model, decay=0.9):
        self.model, self.decay = copy.deepcopy(model).eval(), decay

    @torch.no_grad()
    def update(self, model):
        for e, p in zip(self.model.parameters(), model.parameters()):
            e.lerp_(p, 1 - self.decay)


torch.manual_seed(0)
diffusion = Diffusion(Denoiser())
ema = EMA(diffusion.model)
opt = torch.optim.AdamW(diffusion.parameters(), lr=1e-3)
first = ema.model.inp.weight.detach().clone()
for step in range(4):
    loss = diffusion(torch.randn(8, 2) * 0.3 + 1)
    opt.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(diffusion.parameters(), 1.0)
    opt.step()
    ema.update(diffusion.model)
samples = diffusion.sample(3)
evidence = {"ema": ema.model.inp.weight.detach() - first, "grad": diffusion.model.inp.weight.grad, "graph": samples.requires_grad}
