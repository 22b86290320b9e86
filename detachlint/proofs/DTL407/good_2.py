import torch
from torch import nn
from torch.nn.functional import cosine_similarity


def projector(inp, hidden, out):
    return nn.Sequential(nn.Linear(inp, hidden, bias=False), nn.BatchNorm1d(hidden), nn.ReLU(True), nn.Linear(hidden, out))


class SimSiam(nn.Module):
    def __init__(self, inp=6, dim=8):
        super().__init__()
        self.encoder = projector(inp, 12, dim)
        self.predictor = projector(dim, 4, dim)

    def forward(self, x1, x2):
        z1, z2 = self.encoder(x1), self.encoder(x2)
        p1, p2 = self.predictor(z1), self.predictor(z2)
        return p1, p2, z1.detach(), z2.detach()


def negative_cosine(p, z):
    return -cosine_similarity(p, z, dim=1).mean()


def param_groups(model, lr):
    """The predictor keeps its learning rate."""
    return [
        {"params": model.encoder.parameters(), "fix_lr": False, "lr": lr},
        {"params": model.predictor.parameters(), "fix_lr": True, "lr": lr},
    ]


def adjust(optimizer, lr, epoch, epochs):
    current = lr * 0.5 * (1 + torch.cos(torch.tensor(3.14159 * epoch / epochs)).item())
    for group in optimizer.param_groups:
        group["lr"] = lr if group["fix_lr"] else current


torch.manual_seed(0)
model = SimSiam()
optimizer = torch.optim.SGD(param_groups(model, 0.05), lr=0.05, momentum=0.9, weight_decay=1e-4)
epochs = 3
for epoch in range(epochs):
    adjust(optimizer, 0.05, epoch, epochs)
    running = 0.0
    for _ in range(2):
        x = torch.randn(8, 6)
        p1, p2, z1, z2 = model(x + 0.1 * torch.randn_like(x), x + 0.1 * torch.randn_like(x))
        loss = 0.5 * (negative_cosine(p1, z2) + negative_cosine(p2, z1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        running += loss.item()
    print(f"{epoch}: {running / 2:.4f}")

evidence = {"encoder": model.encoder[0].weight.grad, "predictor": model.predictor[0].weight.grad}
