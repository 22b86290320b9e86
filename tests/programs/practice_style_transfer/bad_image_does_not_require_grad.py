# symptom: raises does not require grad
import torch
import torch.nn as nn
import torch.nn.functional as F


def gram_matrix(features):
    b, c, h, w = features.size()
    flat = features.view(b * c, h * w)
    return flat.mm(flat.t()).div(b * c * h * w)


class ContentLoss(nn.Module):
    def __init__(self, target):
        super().__init__()
        self.target = target.detach()
        self.loss = None

    def forward(self, x):
        self.loss = F.mse_loss(x, self.target)
        return x


class StyleLoss(nn.Module):
    def __init__(self, target):
        super().__init__()
        self.target = gram_matrix(target).detach()
        self.loss = None

    def forward(self, x):
        self.loss = F.mse_loss(gram_matrix(x), self.target)
        return x


def backbone():
    net = nn.Sequential(nn.Conv2d(3, 4, 3, padding=1), nn.ReLU(), nn.Conv2d(4, 4, 3, padding=1), nn.ReLU())
    return net.eval().requires_grad_(False)


def build(cnn, content, style):
    model, content_losses, style_losses = nn.Sequential(), [], []
    for i, layer in enumerate(cnn.children()):
        model.add_module(f"{type(layer).__name__}_{i}", layer)
        if isinstance(layer, nn.Conv2d):
            content_losses.append(ContentLoss(model(content)))
            style_losses.append(StyleLoss(model(style)))
            model.add_module(f"content_{i}", content_losses[-1])
            model.add_module(f"style_{i}", style_losses[-1])
    return model, content_losses, style_losses


def run(content, style, steps=3, style_weight=1e3):
    model, content_losses, style_losses = build(backbone(), content, style)
    image = content.clone()
    optimizer = torch.optim.Adam([image], lr=0.05)  # DTL307 nothing here requires grad
    for step in range(steps):
        with torch.no_grad():
            image.clamp_(0, 1)
        optimizer.zero_grad()
        model(image)
        loss = sum(c.loss for c in content_losses) + style_weight * sum(s.loss for s in style_losses)
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        image.clamp_(0, 1)
    return image.detach(), image.grad


torch.manual_seed(0)
content, style = torch.rand(1, 3, 6, 6), torch.rand(1, 3, 6, 6)
result, grad = run(content, style)
evidence = {"changed": (result - content).abs().sum(), "grad": grad}
