# symptom: raises Can't call numpy\(\) on Tensor that requires grad
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 5)
confidence, predicted = torch.max(net(torch.randn(4, 3)).softmax(1), 1)
print(predicted.numpy())
print(confidence.numpy())  # DTL209 the values have a graph, their places have none
