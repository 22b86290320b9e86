# symptom: wrong
import torch
from torch import nn

torch.manual_seed(0)
layer = nn.Linear(3, 2)
out = torch.sigmoid(layer(torch.randn(4, 3)))
shown = out.detach().numpy()
shown[shown < 0.5] = 0.0  # DTL105 the array is the memory that sigmoid saved
out.sum().backward()
evidence = {"weight.grad": layer.weight.grad}
