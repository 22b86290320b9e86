# symptom: raises backward through the graph a second time
import torch
from torch import nn

torch.manual_seed(0)
backbone = nn.Sequential(nn.Linear(5, 10), nn.GELU())
heads = nn.ModuleList(nn.Linear(10, 1) for _ in range(3))
optim = torch.optim.SGD([*backbone.parameters(), *heads.parameters()], lr=0.01)

for batch in (torch.randn(4, 5), torch.randn(4, 5)):
    feats = backbone(batch)  # DTL401 shared by three passes
    losses = [head(feats).pow(2).mean() for head in heads]
    optim.zero_grad()
    for loss in losses:
        loss.backward()
    optim.step()
