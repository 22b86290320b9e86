# symptom: wrong
import torch
from torch import nn

torch.manual_seed(0)
value = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1))
opt = torch.optim.SGD(value.parameters(), lr=0.05)
gamma = 0.95
state = torch.randn(1, 3)
for t in range(5):
    nxt, reward = torch.randn(1, 3), torch.randn(1)
    delta = reward + gamma * value(nxt) - value(state)  # DTL509 the next value too
    loss = delta.pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    state = nxt
evidence = {"gradient": value[0].weight.grad}
