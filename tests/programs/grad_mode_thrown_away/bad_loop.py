# symptom: no-op
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
outputs = []
for x in torch.randn(2, 4, 3):
    torch.no_grad()  # DTL213 needs `with`
    outputs.append(net(x))
out = torch.stack(outputs)

evidence = {"requires_grad": out.requires_grad}
