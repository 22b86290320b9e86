import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 8), nn.Dropout(0.3), nn.Linear(8, 1))
opt = torch.optim.SGD(model.parameters(), lr=0.1)
modes = []
for epoch in range(3):
    for phase in ("fit", "test"):
        if phase == "fit":
            model.train(True)
            modes.append(model.training)
            opt.zero_grad()
            model(torch.randn(4, 3)).pow(2).mean().backward()
            opt.step()
        else:
            model.train(False)
            with torch.no_grad():
                model(torch.randn(4, 3))
evidence = {"training": all(modes)}
