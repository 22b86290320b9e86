# symptom: no-op
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
loss = 100.0 * model(torch.ones(2, 3)).mean()
loss.backward()
nn.utils.clip_grad_norm_(loss, 0.1)  # DTL512 a loss has no gradients to clip
evidence = {"clipped": bool(model.weight.grad.norm() < 1.0)}
