# symptom: none
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(3, 4)
        self.head = nn.Linear(4, 1)
        self.last = None

    def forward(self, x):
        features = self.encoder(x)
        self.last = features
        self.last.detach_()  # DTL201 `features` is cut with it
        return self.head(features)


torch.manual_seed(0)
model = Model()
model(torch.randn(5, 3)).pow(2).mean().backward()

evidence = {"encoder": model.encoder.weight.grad}
