# symptom: none
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        layers = [nn.Linear(3, 3), nn.Linear(3, 3)]
        self.layers = layers  # DTL309 a plain list
        self.head = nn.Linear(3, 1)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x).relu()
        return self.head(x)


torch.manual_seed(0)
net = Net()

evidence = {"registered": len(list(net.parameters())) > 2}
