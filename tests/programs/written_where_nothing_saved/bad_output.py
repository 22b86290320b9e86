# symptom: raises modified by an inplace operation
"""Every line of the twin writes where nothing was saved; here one of them meets what was."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
conv = nn.Conv2d(1, 4, 3, padding=1)
norm = nn.BatchNorm2d(4)
head = nn.Linear(4, 2)
images = torch.randn(2, 1, 6, 6)

maps = torch.sigmoid(norm(conv(images)))
F.relu_(maps)  # DTL101 the sigmoid keeps its result
logits = head(maps.mean(dim=(2, 3)))
logits -= logits.max().detach()
logits.logsumexp(1).sum().backward()
