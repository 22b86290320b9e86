"""A leaky integrator: the level is updated in place while the gate's product still needs its old value."""
import torch
import torch.nn as nn


class Integrator(nn.Module):
    def __init__(self, n_in, n_units):
        super().__init__()
        self.drive = nn.Linear(n_in, n_units)
        self.leak = nn.Parameter(torch.full((n_units,), 0.9))

    def forward(self, frames):
        level = torch.zeros(frames.size(1), self.leak.numel())
        trace = []
        for frame in frames:
            trace.append(level * self.leak)
            level = level + self.drive(frame)
        return torch.stack(trace)


torch.manual_seed(0)
net = Integrator(3, 5)
opt = torch.optim.SGD(net.parameters(), lr=0.05)
for epoch in range(2):
    frames = torch.randn(4, 2, 3)
    opt.zero_grad()
    error = net(frames).sub(1.0).abs().mean()
    error.backward()
    opt.step()
    print(epoch, error.item())
