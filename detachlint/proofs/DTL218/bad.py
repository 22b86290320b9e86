# symptom: none
"""Classifier of bags: each bag is a few crops that a generator cuts and normalises."""
import torch
import torch.nn.functional as F
from torch import nn


class BagClassifier(nn.Module):
    def __init__(self, n_in, classes):
        super().__init__()
        self.embed = nn.Linear(n_in, 6)
        self.classify = nn.Linear(6, classes)

    def forward(self, crops):
        embedded = []
        for crop in crops:
            embedded.append(torch.tanh(self.embed(crop)))
        return self.classify(torch.stack(embedded).mean(dim=0))


def normalised_crops(image, size):
    with torch.no_grad():
        for left in range(0, image.size(-1) - size + 1, size):
            crop = image[:, left:left + size]
            yield (crop - crop.mean()) / (crop.std() + 1e-6)  # DTL218 the caller embeds with grad mode off


torch.manual_seed(0)
model = BagClassifier(4, 2)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for _ in range(2):
    images, labels = torch.rand(3, 12), torch.tensor([0, 1, 1])
    loss = F.cross_entropy(model(normalised_crops(images, size=4)), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

evidence = {"embed.weight": model.embed.weight.grad, "embed.bias": model.embed.bias.grad}
