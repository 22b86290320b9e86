import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
weights = [p for n, p in net.named_parameters() if n.endswith("weight")]
print("trainable:", sum(w.numel() for w in weights))
norm = torch.tensor(0.0)
for w in weights:
    norm = norm + w.square().sum()
evidence = {"penalty": norm.item()}
