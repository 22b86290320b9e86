import torch


def distances(points):
    return torch.sqrt(((points[:, None] - points[None]) ** 2).sum(-1) + 1e-12)


torch.manual_seed(0)
points = torch.randn(3, 2, requires_grad=True)
distances(points).sum().backward()
evidence = {"finite": bool(torch.isfinite(points.grad).all())}
