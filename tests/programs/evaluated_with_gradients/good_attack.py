import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
model.eval()
hits = 0
graph = False
for x, y in [(torch.rand(2, 4), torch.tensor([0, 1])) for _ in range(2)]:
    x.requires_grad_(True)
    (g,) = torch.autograd.grad(F.cross_entropy(model(x), y), x)
    with torch.no_grad():
        out = model(x + 0.1 * g.sign())
    graph = out.requires_grad
    hits += (out.argmax(1) == y).sum().item()
evidence = {"graph": graph}
