# symptom: raises second time
import torch
from torch import nn

torch.manual_seed(0)
rnn, head = nn.GRU(2, 3), nn.Linear(3, 1)
opt = torch.optim.SGD([*rnn.parameters(), *head.parameters()], lr=0.1)
h = torch.zeros(1, 1, 3)
for x in torch.randn(3, 4, 1, 2):
    h.detach()  # DTL203 the result is dropped
    y, h = rnn(x, h)
    loss = head(y).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
