# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
backbone = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 2))
layer_params = backbone[0].parameters()  # DTL506 frozen, and then nothing is left
for p in layer_params:
    p.requires_grad = True
opt = torch.optim.SGD([{"params": layer_params, "lr": 0.1}], lr=0.1)
before = backbone[0].weight.detach().clone()
backbone(torch.randn(4, 3)).pow(2).mean().backward()
opt.step()
evidence = {"moved": backbone[0].weight.detach() - before}
