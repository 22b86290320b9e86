# symptom: raises does not require grad
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
out = net(torch.randn(5, 3))
fixed = out.detach()  # DTL204 everything is cut here
prediction = fixed
loss = (prediction - 1).pow(2).mean()
loss.backward()
