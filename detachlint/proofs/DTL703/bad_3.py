# symptom: wrong
import torch

torch.manual_seed(0)
scores = torch.tensor([-120.0, 3.0], requires_grad=True)
clicked = torch.tensor([1.0, 1.0])
chance = scores.sigmoid()
loss = -(clicked * torch.log(chance)).mean()  # DTL703 the sigmoid is zero in float32
loss.backward()
evidence = {"loss is finite": bool(torch.isfinite(loss)), "gradient": torch.isfinite(scores.grad)}
