import torch
from torch import nn


def attack(model, x, y):
    was_training = model.training
    model.eval()
    x = x.clone().requires_grad_(True)
    (g,) = torch.autograd.grad(nn.functional.cross_entropy(model(x), y), x)
    if was_training:
        model.train()
    return (x + 0.1 * g.sign()).detach()


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 8), nn.Dropout(), nn.Linear(8, 2))
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    x, y = torch.randn(4, 3), torch.randint(0, 2, (4,))
    adv = attack(model, x, y)
    opt.zero_grad()
    nn.functional.cross_entropy(model(adv), y).backward()
    opt.step()
