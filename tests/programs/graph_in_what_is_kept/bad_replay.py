# symptom: grows
from collections import deque

import torch
from torch import nn


class Replay:
    def __init__(self, capacity=100):
        self.memory = deque(maxlen=capacity)

    def push(self, *transition):
        self.memory.append(transition)  # DTL403 the memory keeps graphs


torch.manual_seed(0)
net = nn.Linear(4, 2)
optimizer = torch.optim.Adam(net.parameters())
replay = Replay()
state = torch.randn(4)
for _ in range(4):
    q = net(state)
    loss = (q.max() - 1) ** 2
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    replay.push(state, q, 1.0)
    state = torch.randn(4)
evidence = {"graph": replay.memory[-1][1].requires_grad}
