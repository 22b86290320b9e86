import torch
import torch.nn.functional as F
from torch import nn


class Bank(nn.Module):
    def __init__(self, size=12, dim=4):
        super().__init__()
        self.register_buffer("queue", F.normalize(torch.randn(size, dim), dim=1))

    def enqueue(self, keys):
        self.queue = torch.cat([keys.detach(), self.queue])[: self.queue.size(0)]


torch.manual_seed(0)
encoder, bank = nn.Linear(5, 4), Bank()
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
x = torch.randn(3, 5)
q, k = F.normalize(encoder(x), dim=1), F.normalize(encoder(x + 0.1), dim=1)
loss = -(q * k).sum() + (q @ bank.queue.t()).logsumexp(1).mean()
optimizer.zero_grad()
loss.backward()
optimizer.step()
bank.enqueue(k)
evidence = {"graph": bank.queue.requires_grad}
