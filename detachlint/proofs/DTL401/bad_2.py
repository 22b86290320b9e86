# symptom: raises backward through the graph a second time
import torch
from torch import nn

torch.manual_seed(0)
trunk = nn.Linear(3, 4)
left, right = nn.Linear(4, 1), nn.Linear(4, 1)
hidden = torch.relu(trunk(torch.randn(2, 3)))
left(hidden).mean().backward()
right(hidden).mean().backward()  # DTL401 the trunk's graph is gone
