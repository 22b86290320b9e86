# symptom: wrong
import torch
from torch import nn


def clear(params, how):
    for p in params:
        if p.grad is None:
            continue
        if how == "none":
            p.grad = None
        elif how == "zero":
            p.grad.zero_()
        elif how == "data":
            p.grad.data.zero_()
        elif how == "detach":
            p.grad.detach_()
            p.grad.zero_()
        elif how == "fill":
            p.grad.fill_(0)
        else:
            p.grad.mul_(0)


def run(how):
    torch.manual_seed(0)
    model = nn.Linear(3, 1)
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        if how == "never":
            clear(model.parameters(), how)
        loss = model(torch.randn(4, 3)).pow(2).mean()
        loss.backward()  # DTL501 cleared when asked to, which nobody does
        opt.step()
    return model.weight.detach()


evidence = {how: run(how) for how in ("none", "zero", "data", "detach", "fill", "mul")}
