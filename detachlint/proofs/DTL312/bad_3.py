# symptom: no-op
import torch
from torch import nn


class Partly(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)
        self.fc.weight.data[:, :2].requires_grad = False  # DTL312 a slice that nobody keeps

    def forward(self, x):
        return self.fc(x)


torch.manual_seed(0)
model = Partly()
model(torch.ones(3, 4)).sum().backward()
evidence = {"first columns learn": bool(model.fc.weight.grad[:, :2].any())}
