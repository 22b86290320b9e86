# symptom: grows
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
model.eval()
hits = 0
graph = False
for x, y in [(torch.rand(2, 4), torch.tensor([0, 1])) for _ in range(2)]:
    out = model(x)  # DTL409 nothing is attacked
    graph = out.requires_grad
    hits += (out.argmax(1) == y).sum().item()
evidence = {"graph": graph}
