# symptom: raises modified by an inplace operation
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 3)
probs = net(torch.randn(4, 3)).softmax(-1)
report = probs.detach()
report[report < 0.2] = 0.0  # DTL102 the memory is the softmax's
print(report.sum(0))
loss = -(probs * probs).sum()
loss.backward()
