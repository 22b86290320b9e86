# symptom: no-op
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
quiet = torch.no_grad
quiet()  # DTL213 a context that nobody enters
out = net(torch.randn(4, 3))

evidence = {"requires_grad": out.requires_grad}
