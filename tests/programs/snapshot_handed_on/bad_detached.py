# symptom: stale
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
best = {name: value.detach() for name, value in net.state_dict().items()}  # DTL110 detach copies nothing
witness = net.weight.detach().clone()
net(torch.randn(4, 3)).sum().backward()
optimizer.step()
net.load_state_dict(best)

evidence = {"restored": torch.equal(net.weight, witness)}
