# symptom: raises saved tensor that has been detached in-place
import torch
from torch import nn

torch.manual_seed(0)
gate, value = nn.Linear(4, 3), nn.Linear(4, 3)
opt = torch.optim.SGD([*gate.parameters(), *value.parameters()], lr=0.1)
memory = []
for _ in range(3):
    x = torch.randn(5, 4)
    g = torch.sigmoid(gate(x)) * 2
    out = g * value(x)
    g.detach_()  # DTL201 the product has saved it
    memory.append(g.mean())
    loss = out.pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
evidence = {"gate": gate.weight.grad}
