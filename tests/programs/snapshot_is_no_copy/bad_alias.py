# symptom: stale
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
losses = [0.9, 0.4, 0.7]
best, lowest, kept_value = None, float("inf"), None
for loss in losses:
    optimizer.zero_grad()
    net(torch.randn(4, 3)).sum().backward()
    optimizer.step()
    if loss < lowest:
        lowest = loss
        state = net.state_dict()  # DTL110 references to the weights
        best = state
        kept_value = net.weight.detach().clone()
net.load_state_dict(best)

evidence = {"restored": torch.equal(net.weight, kept_value)}
