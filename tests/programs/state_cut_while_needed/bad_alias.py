# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
encoder, head = nn.Linear(3, 4), nn.Linear(4, 1)
features = encoder(torch.randn(5, 3))
cached = features
cached.detach_()  # DTL201 `features` is the same tensor, and the loss needs it
loss = head(features).pow(2).mean()
loss.backward()

evidence = {"encoder": encoder.weight.grad}
