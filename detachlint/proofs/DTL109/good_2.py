"""A memory network overwrites its oldest slots with new keys."""
import torch
from torch import nn


class SlotMemory(nn.Module):
    def __init__(self, slots, width):
        super().__init__()
        self.encode = nn.Linear(width, width)
        self.slots = nn.Parameter(torch.randn(slots, width))

    def oldest(self, count):
        with torch.no_grad():
            return self.slots[:count]

    def remember(self, x):
        keys = self.encode(x).detach()
        with torch.no_grad():
            self.oldest(len(keys)).copy_(keys)

    def forward(self, x):
        return torch.softmax(self.encode(x) @ self.slots.t(), dim=-1)


torch.manual_seed(0)
memory = SlotMemory(6, 3)
optimizer = torch.optim.SGD(memory.parameters(), lr=0.1)
for step in range(2):
    loss = -memory(torch.randn(2, 3)).max(dim=-1).values.log().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    memory.remember(torch.randn(2, 3))
