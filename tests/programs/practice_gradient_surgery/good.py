import random

import torch
from torch import nn


class MultiTaskNet(nn.Module):
    def __init__(self, tasks=("height", "weight")):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(5, 8), nn.Tanh())
        self.heads = nn.ModuleDict({name: nn.Linear(8, 1) for name in tasks})

    def forward(self, x):
        h = self.trunk(x)
        return {name: head(h).squeeze(1) for name, head in self.heads.items()}


class PCGrad:
    """Projects conflicting gradients of tasks onto each other's normal plane."""

    def __init__(self, optimizer):
        self.optimizer = optimizer

    def _parameters(self):
        return [p for group in self.optimizer.param_groups for p in group["params"]]

    def _gradients(self, losses):
        found = []
        for loss in losses:
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward(retain_graph=True)
            grads = [torch.zeros_like(p) if p.grad is None else p.grad.clone() for p in self._parameters()]
            found.append(torch.cat([g.flatten() for g in grads]))
        return found

    def _project(self, gradients):
        projected = [g.clone() for g in gradients]
        for g in projected:
            others = list(gradients)
            random.shuffle(others)
            for other in others:
                dot = torch.dot(g, other)
                if dot < 0:
                    g -= dot / other.norm() ** 2 * other
        return torch.stack(projected).mean(dim=0)

    def step(self, losses):
        merged = self._project(self._gradients(losses))
        offset = 0
        for p in self._parameters():
            p.grad = merged[offset : offset + p.numel()].view_as(p).clone()
            offset += p.numel()
        self.optimizer.step()


random.seed(0)
torch.manual_seed(0)
net = MultiTaskNet()
solver = PCGrad(torch.optim.SGD(net.parameters(), lr=0.1))
for step in range(3):
    x = torch.randn(6, 5)
    targets = {"height": x.sum(1), "weight": -x.sum(1)}
    outputs = net(x)
    losses = [nn.functional.mse_loss(outputs[name], targets[name]) for name in targets]
    solver.step(losses)
    print(step, [loss.item() for loss in losses])
evidence = {"trunk": net.trunk[0].weight.grad, "head": net.heads["height"].weight.grad}
