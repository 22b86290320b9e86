# symptom: no-op
import torch
from torch import nn


def clip_weights(parameters, bound):
    for p in parameters:
        p = p.clamp(-bound, bound)  # DTL214 the parameters stay as they are


torch.manual_seed(0)
net = nn.Linear(3, 1)
start = net.weight.detach().clone()
clip_weights(net.parameters(), 0.01)

evidence = {"moved": not torch.equal(net.weight, start)}
