import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU(), nn.Flatten(), nn.Linear(18, 2))
optimizer = torch.optim.AdamW(model.parameters())
seen = []
model.train()
for step in range(6):
    x, y = torch.randn(4, 1, 5, 5), torch.randint(0, 2, (4,))
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    seen.append(model.training)
    if (step + 1) % 2 == 0:
        model.eval()
        with torch.no_grad():
            print(step, model(x).mean().item())
        model.train()
evidence = {"training": all(seen)}
