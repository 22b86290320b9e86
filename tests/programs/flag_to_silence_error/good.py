import torch
from torch import nn


def run_backward(loss):
    loss.backward()


torch.manual_seed(0)
net = nn.Linear(3, 1)
loss = (net(torch.randn(4, 3)) - 1).pow(2).mean()
run_backward(loss)

# real leaves: saliency, an adversarial example, a gradient penalty
image = torch.randn(4, 3)
image.requires_grad_()
net(image).sum().backward()
saliency = image.grad.abs()

adversary = torch.randn(4, 3) + 0.1
adversary.requires_grad = True
net(adversary).sum().backward()
adversary = (adversary + 0.1 * adversary.grad.sign()).detach()

real, fake = torch.randn(4, 3), net(torch.randn(4, 3)).detach().expand(4, 3)
mixed = (0.5 * real + 0.5 * fake).requires_grad_(True)
(slope,) = torch.autograd.grad(net(mixed).sum(), mixed, create_graph=True)
penalty = (slope.norm(dim=1) - 1).pow(2).mean()
penalty.backward()

evidence = {"net": net.weight.grad}
