# symptom: raises Inference tensors cannot be saved for backward
import torch
from torch import nn

torch.manual_seed(0)
backbone, head = nn.Linear(3, 4), nn.Linear(4, 1)
optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
batches = []
with torch.inference_mode():
    for _ in range(2):
        batches.append(backbone(torch.randn(5, 3)))
for features in batches:
    optimizer.zero_grad()
    head(features).pow(2).mean().backward()  # DTL111 features of inference mode
    optimizer.step()
