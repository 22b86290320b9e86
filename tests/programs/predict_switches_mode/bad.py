# symptom: wrong
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.ReLU())
        self.head = nn.Linear(8, 1)

    def forward(self, x):
        return self.head(self.body(x)).squeeze(-1)

    @torch.no_grad()
    def predict(self, x):
        self.eval()  # DTL511 predict is called between epochs
        out = self(x)
        return out


torch.manual_seed(0)
model = Model()
optim = torch.optim.SGD(model.parameters(), lr=0.1)
before = model.body[1].running_mean.clone()
updates = []
for epoch in range(2):
    for x in torch.randn(2, 6, 4):
        optim.zero_grad()
        ((model(x) - 1) ** 2).mean().backward()
        optim.step()
    updates.append(model.body[1].num_batches_tracked.item())
    model.predict(torch.randn(3, 4))
evidence = {"batches": updates}
