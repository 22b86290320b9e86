# symptom: none
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(3, 4)
        self.head = nn.Linear(4, 1)

    def encoder_parameters(self):
        return self.encoder.parameters()  # DTL506 thawing finds nothing

    def forward(self, x):
        return self.head(self.encoder(x).relu())


def set_trainable(parameters, flag):
    for p in parameters:
        p.requires_grad = flag


torch.manual_seed(0)
model = Model()
encoder_parameters = model.encoder_parameters()
set_trainable(encoder_parameters, False)
model(torch.randn(4, 3)).mean().backward()
set_trainable(encoder_parameters, True)
model(torch.randn(4, 3)).mean().backward()
evidence = {"encoder": model.encoder.weight.grad}
