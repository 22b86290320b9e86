# symptom: raises functions with out=... arguments don't support automatic differentiation
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 2)
outputs = torch.empty(4, 2)
for i, x in enumerate(torch.randn(4, 3)):
    torch.sigmoid(net(x), out=outputs[i])  # DTL112 a result with a graph
print(outputs)
