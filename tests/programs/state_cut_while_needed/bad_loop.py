# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
encoder, head = nn.Linear(3, 4), nn.Linear(4, 1)
outputs = []
for _ in range(3):
    outputs.append(encoder(torch.randn(5, 3)))
total = 0.0
for out in outputs:
    out.detach_()  # DTL201 the list's own tensors
    total += out.sum().item()
loss = sum(head(out).pow(2).mean() for out in outputs)
loss.backward()

evidence = {"encoder": encoder.weight.grad}
