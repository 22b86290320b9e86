"""Image classifier whose backbone is meant to be fine-tuned together with the head."""
import torch
import torch.nn.functional as F
from torch import nn


class FineTuned(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.backbone = nn.Sequential(
            nn.Conv2d(1, 4, 3, padding=1),
            nn.ReLU(),
            nn.AdaptiveAvgPool2d(2),
            nn.Flatten(),
        )
        self.head = nn.Linear(16, classes)

    def forward(self, images):
        features = self.backbone(images)
        return self.head(features)


torch.manual_seed(0)
model = FineTuned(classes=3)
optimizer = torch.optim.SGD(
    [
        {"params": model.backbone.parameters(), "lr": 1e-3},
        {"params": model.head.parameters(), "lr": 1e-1},
    ],
    lr=1e-2,
)
for step in range(3):
    images, labels = torch.randn(6, 1, 8, 8), torch.randint(0, 3, (6,))
    optimizer.zero_grad()
    F.cross_entropy(model(images), labels).backward()
    optimizer.step()

evidence = {"backbone.0.weight": model.backbone[0].weight.grad}
