# symptom: none
"""Mixture of two experts with a learned router that picks one of them."""
import torch
import torch.nn.functional as F
from torch import nn, optim

torch.manual_seed(0)
router = nn.Linear(4, 2)
experts = nn.ModuleList(nn.Linear(4, 1) for _ in range(2))
optimizer = optim.SGD([*router.parameters(), *experts.parameters()], lr=0.05)


def mix(choice, x):
    answers = torch.stack([expert(x).squeeze(1) for expert in experts], dim=1)
    return (choice * answers).sum(dim=1)


def train_step(x, y):
    scores = router(x)
    choice = F.one_hot(scores.argmax(dim=1), num_classes=2).float()  # DTL208 argmax passes nothing to the router
    loss = F.mse_loss(mix(choice, x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


for step in range(4):
    batch = torch.randn(16, 4)
    target = torch.where(batch[:, 0] > 0, batch[:, 1], -batch[:, 2])
    print(step, train_step(batch, target))

evidence = {"router.weight": router.weight.grad, "router.bias": router.bias.grad}
