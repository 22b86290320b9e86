# symptom: no-op
import torch
import torch.nn as nn


class Backbone(nn.Module):
    def __init__(self, classes=10):
        super().__init__()
        self.conv1, self.bn1 = nn.Conv2d(1, 4, 3, padding=1), nn.BatchNorm2d(4)
        self.layer = nn.Sequential(nn.Conv2d(4, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU(inplace=True))
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.fc = nn.Linear(4, classes)

    def forward(self, x):
        x = torch.relu(self.bn1(self.conv1(x)))
        x = self.layer(x)
        return self.fc(self.pool(x).flatten(1))


def pretrained():
    torch.manual_seed(1)
    return Backbone()


def freeze(model):
    model.requires_grad = False  # DTL302 a plain attribute


def unfreeze(module):
    for param in module.parameters():
        param.requires_grad = True


def train(model, optimizer, batches, criterion):
    model.train()
    for images, labels in batches:
        optimizer.zero_grad()
        loss = criterion(model(images), labels)
        loss.backward()
        optimizer.step()
    return loss.item()


def main():
    model = pretrained()
    torch.manual_seed(0)
    freeze(model)
    model.fc = nn.Linear(model.fc.in_features, 3)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    criterion = nn.CrossEntropyLoss()
    batches = [(torch.randn(4, 1, 5, 5), torch.randint(0, 3, (4,))) for _ in range(2)]
    before = {"fc": model.fc.weight.detach().clone(), "conv": model.conv1.weight.detach().clone()}
    print("head:", train(model, optimizer, batches, criterion))
    unfreeze(model.layer)
    print(sum(p.requires_grad for p in model.parameters()), "tensors to train")
    print("head and last layer:", train(model, optimizer, batches, criterion))
    return {
        "fc": model.fc.weight.detach() - before["fc"],
        "layer": model.layer[0].weight.grad,
        "conv": (model.conv1.weight.detach() - before["conv"]).abs().sum(),
    }


if __name__ == "__main__":
    evidence = main()
