import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 2)
weights = list(model.parameters())
opt = torch.optim.SGD(weights, lr=1.0)
for _ in range(2):
    opt.zero_grad()
    (30 * model(torch.randn(4, 3)).pow(2).mean()).backward()
    torch.nn.utils.clip_grad_norm_(weights, 0.1)
    opt.step()
evidence = {"w": model.weight.detach()}
