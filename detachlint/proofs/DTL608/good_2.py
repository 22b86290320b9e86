"""Grad-CAM on the features of a frozen backbone."""
import torch
from torch import nn


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.ReLU())
        self.classify = nn.Linear(4, 3)
        self.gradients = []

    def forward(self, images):
        with torch.no_grad():
            maps = self.backbone(images)
        maps.requires_grad_()
        maps.register_hook(self.gradients.append)
        return self.classify(maps.mean(dim=(2, 3)))


torch.manual_seed(0)
model = Detector()
model.backbone.requires_grad_(False)
optimizer = torch.optim.SGD(model.classify.parameters(), lr=0.1)
for step in range(2):
    images, labels = torch.rand(2, 1, 6, 6), torch.tensor([0, 2])
    loss = nn.functional.cross_entropy(model(images), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, float(model.gradients[-1].abs().max()))
