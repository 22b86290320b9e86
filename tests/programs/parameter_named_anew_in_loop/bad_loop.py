# symptom: no-op
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
start = net.weight.detach().clone()
state = net.state_dict()
for key in state:
    state[key] = state[key] * 0.5  # DTL214 never loaded back

evidence = {"moved": not torch.equal(net.weight, start)}
