# symptom: none
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 2)
        self.head = nn.Linear(2, 1)
        self.latent = None

    def forward(self, x):
        self.latent = nn.Parameter(self.net(x))  # DTL206 a new parameter in each call
        return self.head(self.latent)


torch.manual_seed(0)
model = Model()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(2):
    loss = model(torch.randn(4, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

evidence = {"net": model.net.weight.grad}
