import torch

torch.manual_seed(0)
rate = torch.tensor([0.0, 0.5, 2.0], requires_grad=True)
present = (rate > 0).float()
amplitude = torch.sqrt(rate.clamp(min=1e-8))
loss = (present * amplitude).sum()
loss.backward()
evidence = {"loss is finite": bool(torch.isfinite(loss)), "gradient is finite": torch.isfinite(rate.grad)}
