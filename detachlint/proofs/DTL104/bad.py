# symptom: wrong
import torch
from torch import nn


class Noisy(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(3, 4)
        self.outer = nn.Linear(4, 1)

    def forward(self, x, keep):
        hidden = self.inner(x)
        hidden.data.mul_(keep)  # DTL104 the mask is missing from the gradient
        return self.outer(hidden)


torch.manual_seed(0)
model = Noisy()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
keep = torch.tensor([1.0, 0.0, 1.0, 0.0])
for step in range(2):
    loss = model(torch.ones(2, 3), keep).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
evidence = {"inner.bias.grad": model.inner.bias.grad}
