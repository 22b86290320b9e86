import torch
from torch import nn


def predict(net, x):
    net.eval()
    torch.set_grad_enabled(False)
    out = net(x)
    torch.set_grad_enabled(True)
    return out


torch.manual_seed(0)
net = nn.Linear(3, 1)
outputs = []
for x in torch.randn(2, 4, 3):
    with torch.no_grad():
        outputs.append(net(x))
quiet = torch.no_grad()
with quiet:
    outputs.append(net(torch.randn(4, 3)))
out = predict(net, torch.randn(4, 3))

evidence = {"requires_grad": out.requires_grad}
