import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
loss = 100.0 * model(torch.ones(2, 3)).mean()
loss.backward()
nn.utils.clip_grad_norm_(model.parameters(), 0.1)
evidence = {"clipped": bool(model.weight.grad.norm() < 1.0)}
