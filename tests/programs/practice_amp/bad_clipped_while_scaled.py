# symptom: wrong
import torch
from torch import nn


class ConvNet(nn.Module):
    def __init__(self, classes=3):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 4, 3, padding=1, bias=False),
            nn.BatchNorm2d(4),
            nn.ReLU(inplace=True),
            nn.AdaptiveAvgPool2d(1),
            nn.Flatten(),
        )
        self.classifier = nn.Linear(4, classes)

    def forward(self, x):
        return self.classifier(self.features(x))


class Trainer:
    def __init__(self, model, lr=0.1, use_amp=False, clip=1.0):
        self.model, self.clip, self.use_amp = model, clip, use_amp
        self.criterion = nn.CrossEntropyLoss(label_smoothing=0.1)
        self.optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9)
        self.scaler = torch.amp.GradScaler("cpu", enabled=use_amp)

    def step(self, images, labels):
        self.optimizer.zero_grad(set_to_none=True)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.use_amp):
            loss = self.criterion(self.model(images), labels)
        self.scaler.scale(loss).backward()
        norm = nn.utils.clip_grad_norm_(self.model.parameters(), self.clip)  # DTL504 these are scaled gradients
        self.scaler.step(self.optimizer)
        self.scaler.update()
        return loss.detach(), norm

    def fit(self, batches, epochs):
        for epoch in range(epochs):
            losses = [self.step(images, labels)[0] for images, labels in batches]
            print(f"epoch {epoch}: {torch.stack(losses).mean().item():.4f}")


def main():
    torch.manual_seed(0)
    batches = [(torch.randn(4, 1, 6, 6), torch.randint(0, 3, (4,))) for _ in range(3)]
    trainer = Trainer(ConvNet(), use_amp=True, clip=0.05)
    trainer.fit(batches, epochs=2)
    return {"weight": trainer.model.classifier.weight.detach()}


evidence = main()
