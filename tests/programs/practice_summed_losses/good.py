import torch
from torch import nn


class Detector(nn.Module):
    def __init__(self, dim=6, classes=3):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(dim, 8), nn.ReLU())
        self.boxes, self.scores = nn.Linear(8, 4), nn.Linear(8, classes)
        self.aux = nn.ModuleList([nn.Linear(8, classes) for _ in range(2)])

    def forward(self, x):
        h = self.body(x)
        return {"boxes": self.boxes(h), "scores": self.scores(h), "aux": [head(h) for head in self.aux]}


class Criterion(nn.Module):
    def __init__(self, weights):
        super().__init__()
        self.weights = weights

    def forward(self, out, boxes, labels):
        losses = {
            "boxes": nn.functional.l1_loss(out["boxes"], boxes),
            "scores": nn.functional.cross_entropy(out["scores"], labels),
        }
        aux = [nn.functional.cross_entropy(logits, labels) for logits in out["aux"]]
        losses["aux"] = torch.stack(aux).mean()
        return {name: self.weights[name] * loss for name, loss in losses.items()}


def train(model, criterion, optimizer, batches):
    history = []
    for x, boxes, labels in batches:
        losses = criterion(model(x), boxes, labels)
        total = sum(losses.values())
        optimizer.zero_grad()
        total.backward()
        optimizer.step()
        history.append({name: loss.item() for name, loss in losses.items()})
    return history


torch.manual_seed(0)
model = Detector()
criterion = Criterion({"boxes": 2.0, "scores": 1.0, "aux": 0.4})
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
batches = [(torch.randn(5, 6), torch.rand(5, 4), torch.randint(0, 3, (5,))) for _ in range(3)]
history = train(model, criterion, optimizer, batches)
print(history[-1])
evidence = {
    "aux": model.aux[0].weight.grad,
    "boxes": model.boxes.weight.grad,
    "graph": getattr(history[0]["aux"], "requires_grad", False),
}
