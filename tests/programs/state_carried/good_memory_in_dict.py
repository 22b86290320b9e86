import torch
from torch import nn


class MemoryNet(nn.Module):
    def __init__(self, dim=6):
        super().__init__()
        self.write = nn.Linear(dim, dim)
        self.read = nn.Linear(dim, dim)

    def forward(self, x, state):
        memory = 0.5 * state["memory"] + torch.tanh(self.write(x))
        return self.read(memory), {"memory": memory}


torch.manual_seed(0)
model = MemoryNet()
optim = torch.optim.Adam(model.parameters(), 1e-2)
state = {"memory": torch.zeros(3, 6)}
for _ in range(3):
    y, new_state = model(torch.randn(3, 6), state)
    loss = y.pow(2).mean()
    optim.zero_grad()
    loss.backward()
    optim.step()
    state = {k: v.detach() for k, v in new_state.items()}
