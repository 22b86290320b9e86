# symptom: raises you can only change requires_grad flags of leaf variables
import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 2)
        self.code = None

    def forward(self, x):
        self.code = self.net(x).tanh()
        return self.code

    def stop(self):
        self.code.requires_grad = False  # DTL301 a result of the network


torch.manual_seed(0)
encoder = Encoder()
encoder(torch.randn(4, 3))
encoder.stop()
