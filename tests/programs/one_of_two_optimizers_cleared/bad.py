# symptom: wrong
import torch
from torch import nn

torch.manual_seed(0)
encoder, head = nn.Linear(4, 3), nn.Linear(3, 1)
enc_opt = torch.optim.Adam(encoder.parameters(), lr=1e-2)
head_opt = torch.optim.SGD(head.parameters(), lr=1e-1)
for step in range(3):
    x, y = torch.randn(8, 4), torch.randn(8, 1)
    head_opt.zero_grad()
    loss = (head(encoder(x)) - y).square().mean()
    loss.backward()  # DTL501 the encoder's are never cleared
    enc_opt.step()
    head_opt.step()
evidence = {"encoder": encoder.weight.grad}
