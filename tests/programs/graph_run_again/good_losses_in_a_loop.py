import torch
from torch import nn

torch.manual_seed(0)
backbone = nn.Sequential(nn.Linear(5, 10), nn.GELU())
heads = nn.ModuleList(nn.Linear(10, 1) for _ in range(3))
optim = torch.optim.SGD([*backbone.parameters(), *heads.parameters()], lr=0.01)

for batch in (torch.randn(4, 5), torch.randn(4, 5)):
    feats = backbone(batch)
    losses = [head(feats).pow(2).mean() for head in heads]
    optim.zero_grad()
    for i, loss in enumerate(losses):
        loss.backward(retain_graph=i < len(losses) - 1)
    optim.step()
