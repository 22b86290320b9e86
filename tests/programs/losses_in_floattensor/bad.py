# symptom: raises element 0 of tensors does not require grad
import torch
from torch import nn

torch.manual_seed(0)
heads = [nn.Linear(3, 1) for _ in range(2)]
x = torch.randn(4, 3)
losses = []
for head in heads:
    losses.append(head(x).pow(2).mean())
loss = torch.FloatTensor(losses).sum()  # DTL205 FloatTensor reads the losses as numbers
loss.backward()
