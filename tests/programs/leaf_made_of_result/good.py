import torch
from torch import nn


class Model(nn.Module):
    """A parameter made from another tensor once, where the module is set up."""

    def __init__(self, template):
        super().__init__()
        self.net = nn.Linear(3, 2)
        self.head = nn.Linear(2, 1)
        self.offset = nn.Parameter(template.weight.mean(1) * 0.1)

    def forward(self, x):
        return self.head(self.net(x) + self.offset)


torch.manual_seed(0)
model = Model(nn.Linear(3, 2))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(2):
    loss = model(torch.randn(4, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
evidence = {"net": model.net.weight.grad}

# a deliberate leaf: its gradient is read and passed on by hand
for _ in range(2):
    z = model.net(torch.randn(4, 3))
    latent = z.detach().requires_grad_()
    model.head(latent).pow(2).mean().backward()
    optimizer.zero_grad()
    z.backward(latent.grad)
    optimizer.step()

# an adversarial example
x = torch.randn(4, 3)
for _ in range(2):
    adversary = (x + 0.1).detach().requires_grad_()
    (slope,) = torch.autograd.grad(model(adversary).sum(), [adversary])
    x = x + 0.1 * slope.sign()
