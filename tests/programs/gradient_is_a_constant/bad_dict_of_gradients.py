# symptom: none
import torch
from torch import nn


def sharpness(model, loss):
    named = dict(model.named_parameters())
    grads = torch.autograd.grad(loss, list(named.values()), retain_graph=True)  # DTL405 a constant
    by_name = {n: g for n, g in zip(named, grads)}
    return sum(g.norm() ** 2 for n, g in by_name.items() if "bias" not in n)


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 4), nn.Sigmoid(), nn.Linear(4, 1))
x = torch.randn(6, 3)
loss = model(x).pow(2).mean()
reg = sharpness(model, loss)
total = loss * 0 + reg
total.backward()
evidence = {"gradient": model[0].weight.grad}
