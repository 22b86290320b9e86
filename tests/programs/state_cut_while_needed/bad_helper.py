# symptom: none
import torch
from torch import nn


def remember(memory, item):
    memory.append(item.detach_())  # DTL201 the caller goes on with this very tensor


torch.manual_seed(0)
encoder, head = nn.Linear(3, 4), nn.Linear(4, 1)
memory = []
features = encoder(torch.randn(5, 3))
remember(memory, features)
loss = head(features).pow(2).mean()
loss.backward()

evidence = {"encoder": encoder.weight.grad}
