# symptom: wrong
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(4, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
norms = []
for step in range(3):
    opt.zero_grad()
    (20 * model(torch.randn(6, 4)).pow(2).mean()).backward()
    opt.step()
    norms.append(nn.utils.clip_grad_norm_(model.parameters(), 1.0).item())  # DTL504 after the step
evidence = {"g": model.weight.grad}
