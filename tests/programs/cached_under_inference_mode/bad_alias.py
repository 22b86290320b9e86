# symptom: raises Inference tensors cannot be saved for backward
import torch
from torch import nn

torch.manual_seed(0)
backbone, head = nn.Linear(3, 4), nn.Linear(4, 1)
with torch.inference_mode():
    features = backbone(torch.randn(5, 3))
inputs = features
head(inputs).sum().backward()  # DTL111 the head would have to save them
