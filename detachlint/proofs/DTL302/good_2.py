"""Fine-tuning: everything but the head is to stay as it was pretrained."""
import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self, n_in, n_hidden, n_classes):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(n_in, n_hidden), nn.ReLU())
        self.head = nn.Linear(n_hidden, n_classes)

    def forward(self, x):
        return self.head(self.backbone(x))


torch.manual_seed(0)
model = Classifier(4, 6, 3)
for name, child in model.named_children():
    if name != "head":
        child.requires_grad_(False)
pretrained = model.backbone[0].weight.detach().clone()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(2):
    logits = model(torch.randn(8, 4))
    loss = nn.functional.cross_entropy(logits, torch.randint(0, 3, (8,)))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
evidence = {"backbone stays": torch.equal(model.backbone[0].weight, pretrained)}
