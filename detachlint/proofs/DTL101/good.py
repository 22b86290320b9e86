import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.query = nn.Linear(width, width)
        self.key = nn.Linear(width, width)

    def forward(self, x, padding):
        scores = self.query(x) @ self.key(x).transpose(-1, -2)
        weights = torch.softmax(scores, dim=-1)
        weights = weights.masked_fill(padding, 0.0)
        return weights @ x


torch.manual_seed(0)
model = Attention(4)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
padding = torch.zeros(2, 3, 3, dtype=torch.bool)
padding[:, :, 2] = True
for step in range(2):
    loss = model(torch.randn(2, 3, 4), padding).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
