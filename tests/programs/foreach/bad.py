# symptom: wrong
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
params = list(model.parameters())
opt = torch.optim.SGD(params, lr=0.1)
for _ in range(3):
    loss = model(torch.randn(4, 3)).pow(2).mean()
    loss.backward()  # DTL501 nothing clears
    opt.step()
evidence = {"w": model.weight.detach()}
