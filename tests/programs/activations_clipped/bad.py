# symptom: wrong
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 2)
opt = torch.optim.SGD(model.parameters(), lr=1.0)
for _ in range(2):
    out = model(torch.randn(4, 3))
    loss = 30 * out.pow(2).mean()
    opt.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_([out, loss], 0.1)  # DTL512 neither is a parameter
    opt.step()
evidence = {"w": model.weight.detach()}
