"""Logistic regression with a hand-written update."""
import torch
import torch.nn.functional as F


def generate(count):
    points = torch.randn(count, 2)
    labels = (points @ torch.tensor([1.5, -2.0]) + 0.3 > 0).float()
    ones = torch.ones(count, 1)
    return torch.cat([points, ones], dim=1), labels


def fit(points, labels, epochs, learning_rate):
    weight = torch.zeros(points.size(1), requires_grad=True)
    for epoch in range(epochs):
        loss = F.binary_cross_entropy_with_logits(points @ weight, labels)
        loss.backward()
        with torch.no_grad():
            weight -= learning_rate * weight.grad
        weight.grad = None
        print(f"epoch {epoch} loss {loss.item():.4f}")
    return weight


torch.manual_seed(0)
points, labels = generate(64)
weight = fit(points, labels, epochs=5, learning_rate=0.5)
right = ((points @ weight > 0).float() == labels).float().mean()
print(f"accuracy {right.item():.2f}")
