import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split


class AverageMeter:
    def __init__(self, name):
        self.name = name
        self.reset()

    def reset(self):
        self.sum, self.count = 0.0, 0

    def update(self, value, n=1):
        self.sum += value * n
        self.count += n

    @property
    def average(self):
        return self.sum / max(1, self.count)


def accuracy(logits, y):
    return (logits.argmax(dim=1) == y).float().mean()


class Runner:
    def __init__(self, model, lr=0.05):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9)
        self.criterion = nn.CrossEntropyLoss()
        self.log = {"train": [], "valid": []}

    def train_epoch(self, loader):
        self.model.train()
        meter = AverageMeter("loss")
        for x, y in loader:
            loss = self.criterion(self.model(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            meter.update(loss.item(), len(y))
        self.log["train"].append(meter.average)

    def validate(self, loader):
        self.model.eval()
        losses, accuracies = AverageMeter("loss"), AverageMeter("accuracy")
        with torch.no_grad():
            for x, y in loader:
                logits = self.model(x)
                losses.update(self.criterion(logits, y).item(), len(y))
                accuracies.update(accuracy(logits, y).item(), len(y))
        self.log["valid"].append(losses.average)
        return accuracies.average

    def fit(self, train_loader, valid_loader, epochs):
        for epoch in range(epochs):
            self.train_epoch(train_loader)
            score = self.validate(valid_loader)
            print(f"epoch {epoch}: {self.log['train'][-1]:.3f} {self.log['valid'][-1]:.3f} {score:.2f}")


torch.manual_seed(0)
x = torch.randn(40, 4)
data = TensorDataset(x, (x.sum(1) > 0).long())
train_set, valid_set = random_split(data, [30, 10], generator=torch.Generator().manual_seed(0))
runner = Runner(nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Dropout(0.1), nn.Linear(8, 2)))
runner.fit(DataLoader(train_set, batch_size=10), DataLoader(valid_set, batch_size=10), epochs=3)
evidence = {
    "training": runner.model.training,
    "running_mean": runner.model[1].running_mean.clone(),
    "graph": getattr(runner.log["valid"][-1], "requires_grad", False),
    "train graph": getattr(runner.log["train"][-1], "requires_grad", False),
    "grad": runner.model[0].weight.grad,
}
