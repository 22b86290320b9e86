import torch
import torch.nn as nn

torch.manual_seed(0)
model = nn.Linear(4, 2)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
loader = [(torch.randn(2, 4), torch.randint(0, 2, (2,))) for _ in range(8)]
k = 4
for i, (x, y) in enumerate(loader):
    loss = nn.functional.cross_entropy(model(x), y) / k
    loss.backward()
    if (i + 1) % k == 0:
        opt.step()
        opt.zero_grad()
evidence = {"w": model.weight.detach()}
