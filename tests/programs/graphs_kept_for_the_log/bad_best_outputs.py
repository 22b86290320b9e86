# symptom: grows
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 3)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
outputs = {}
for step, batch in enumerate(torch.randn(4, 2, 3)):
    out = net(batch)
    loss = out.pow(2).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    outputs[step] = out  # DTL403 kept for plotting
evidence = {"graphs": sum(o.requires_grad for o in outputs.values())}
