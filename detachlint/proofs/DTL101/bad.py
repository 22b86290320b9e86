# symptom: raises modified by an inplace operation
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
        weights[padding] = 0.0  # DTL101 softmax saved its result
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
