# symptom: grows
import torch
from torch import nn


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.penalty = torch.zeros(())
        self.register_buffer("usage", torch.zeros(3))

    def forward(self, x):
        h = torch.relu(self.fc(x))
        self.penalty = h.abs().mean()
        self.usage = self.usage + h.sum(0)  # DTL410 counted with graphs
        return h


torch.manual_seed(0)
layer = Layer()
opt = torch.optim.SGD(layer.parameters(), lr=0.1)
for _ in range(3):
    loss = layer(torch.randn(4, 3)).pow(2).mean() + 0.01 * layer.penalty
    opt.zero_grad()
    loss.backward()
    opt.step()
evidence = {"graph": layer.usage.requires_grad}
