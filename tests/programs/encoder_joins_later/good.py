import torch
from torch import nn

torch.manual_seed(0)
enc, head = nn.Linear(4, 3), nn.Linear(3, 2)
enc_opt = torch.optim.SGD(enc.parameters(), lr=0.01)
head_opt = torch.optim.SGD(head.parameters(), lr=0.1)
for epoch in range(4):
    enc_opt.zero_grad()
    head_opt.zero_grad()
    loss = nn.functional.cross_entropy(head(enc(torch.randn(5, 4))), torch.randint(0, 2, (5,)))
    loss.backward()
    head_opt.step()
    if epoch >= 2:
        enc_opt.step()
