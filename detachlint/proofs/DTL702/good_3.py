import torch

torch.manual_seed(0)
gain = torch.tensor(1.0, requires_grad=True)
signals = gain * torch.tensor([[1.0, 2.0, 3.0], [2.0, 2.0, 2.0]])
mean = signals.mean(dim=1, keepdim=True)
variance = (signals.square().mean(dim=1, keepdim=True) - mean.square()).clamp(min=0)
deviation = torch.sqrt(variance + 1e-6)
loss = ((signals - mean) / deviation).abs().max()
loss.backward()
evidence = {"loss is finite": bool(torch.isfinite(loss)), "gradient is finite": bool(torch.isfinite(gain.grad))}
