import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 3)

# a copy of what was detached
probs = net(torch.randn(4, 3)).softmax(-1)
report = probs.detach().clone()
report[report < 0.2] = 0.0
print(report.sum(0))
loss = -(probs * probs).sum()
loss.backward()

# the value of a linear layer that nothing kept
scores = net(torch.randn(4, 3))
shown = scores.detach()
shown.sub_(shown.amax(dim=1, keepdim=True))
scores.sum().backward()

# the graph has gone by then
hidden = torch.tanh(net(torch.randn(4, 3)))
hidden.square().mean().backward()
memory = hidden.detach()
memory.mul_(0.5)
