import torch
from torch import nn


def saliency(model, image, target):
    image = image.clone().requires_grad_(True)
    scores = model(image)
    scores[0, target].backward()
    return image.grad.abs().amax(dim=1)


torch.manual_seed(0)
classifier = nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU(), nn.Flatten(), nn.Linear(4 * 6 * 6, 10))
saliency(classifier, torch.randn(1, 3, 8, 8), 3)
