import torch
import torch.nn.functional as F

torch.manual_seed(0)
scores = torch.tensor([-120.0, 3.0], requires_grad=True)
clicked = torch.tensor([1.0, 1.0])
loss = -(clicked * F.logsigmoid(scores)).mean()
loss.backward()
evidence = {"loss is finite": bool(torch.isfinite(loss)), "gradient": torch.isfinite(scores.grad)}
