import torch
import torch.nn as nn
from torch import autograd, optim

LAMBDA = 10.0
CRITIC_ITERS = 3


def mlp(sizes, act=nn.Tanh):
    layers = []
    for i in range(len(sizes) - 1):
        layers.append(nn.Linear(sizes[i], sizes[i + 1]))
        if i < len(sizes) - 2:
            layers.append(act())
    return nn.Sequential(*layers)


def gradient_penalty(netD, real, fake):
    alpha = torch.rand(real.size(0), 1)
    mixed = alpha * real + (1 - alpha) * fake
    mixed.requires_grad_(True)
    score = netD(mixed)
    grads = autograd.grad(
        outputs=score,
        inputs=mixed,
        grad_outputs=torch.ones_like(score),
        create_graph=True,
        retain_graph=True,
    )[0]
    grads = grads.view(grads.size(0), -1)
    return LAMBDA * ((grads.norm(2, dim=1) - 1) ** 2).mean()


def set_requires_grad(net, flag):
    for p in net.parameters():
        p.requires_grad = flag


def critic_step(netD, netG, optD, real):
    netD.zero_grad()
    noise = torch.randn(real.size(0), 3)
    with torch.no_grad():
        fake = netG(noise)
    loss = netD(fake).mean() - netD(real).mean()
    loss = loss + gradient_penalty(netD, real, fake)
    loss.backward()
    optD.step()
    return loss.item()


def generator_step(netD, netG, optG, batch):
    netG.zero_grad()
    loss = -netD(netG(torch.randn(batch, 3))).mean()
    loss.backward()
    optG.step()
    return loss.item()


def main(iterations=3, batch=8):
    torch.manual_seed(0)
    netG, netD = mlp([3, 8, 2]), mlp([2, 8, 1])
    optG = optim.Adam(netG.parameters(), lr=1e-4, betas=(0.0, 0.9))
    optD = optim.Adam(netD.parameters(), lr=1e-4, betas=(0.0, 0.9))
    for iteration in range(iterations):
        set_requires_grad(netD, True)
        for _ in range(CRITIC_ITERS):
            real = torch.randn(batch, 2) + 2.0
            d_cost = critic_step(netD, netG, optD, real)
        set_requires_grad(netD, False)
        g_cost = generator_step(netD, netG, optG, batch)
        print(f"{iteration}: critic {d_cost:.3f} generator {g_cost:.3f}")
    return {"critic": netD[0].weight.grad, "generator": netG[0].weight.grad}


evidence = main()
