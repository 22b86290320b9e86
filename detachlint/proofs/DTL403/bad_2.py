# symptom: grows
import torch
from torch import nn


class AverageMeter(object):
    def __init__(self):
        self.reset()

    def reset(self):
        self.val = self.avg = self.sum = self.count = 0

    def update(self, val, n=1):
        self.val = val
        self.sum += val * n  # DTL403 val is the loss itself
        self.count += n
        self.avg = self.sum / self.count


def train(model, loader, criterion, optimizer):
    losses = AverageMeter()
    for x, y in loader:
        output = model(x)
        loss = criterion(output, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.update(loss, x.size(0))
    return losses.avg


torch.manual_seed(0)
model = nn.Linear(3, 2)
avg = train(
    model,
    [(torch.randn(4, 3), torch.randint(2, (4,))) for _ in range(3)],
    nn.CrossEntropyLoss(),
    torch.optim.SGD(model.parameters(), lr=0.1),
)
evidence = {"graph": getattr(avg, "requires_grad", False)}
