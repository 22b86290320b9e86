# symptom: raises does not require grad
import torch
import torch.nn.functional as F
from torch import nn


class ConvBlock(nn.Sequential):
    def __init__(self, cin, cout):
        super().__init__(nn.Conv2d(cin, cout, 3, padding=1), nn.BatchNorm2d(cout), nn.ReLU(inplace=True))


class Net(nn.Module):
    def __init__(self, width, classes=4):
        super().__init__()
        self.stem = ConvBlock(1, width)
        self.block = ConvBlock(width, width)
        self.fc = nn.Linear(width, classes)

    def forward(self, x):
        features = self.block(self.stem(x))
        return self.fc(features.mean(dim=(2, 3))), features


class DistillationLoss(nn.Module):
    def __init__(self, temperature=3.0, alpha=0.7, beta=0.1):
        super().__init__()
        self.T, self.alpha, self.beta = temperature, alpha, beta

    def forward(self, student_logits, teacher_logits, labels, hint, target_hint):
        soft = F.kl_div(
            F.log_softmax(student_logits / self.T, dim=1),
            F.softmax(teacher_logits / self.T, dim=1),
            reduction="batchmean",
        )
        hard = F.cross_entropy(student_logits, labels)
        hints = F.mse_loss(hint, target_hint)
        return self.alpha * self.T**2 * soft + (1 - self.alpha) * hard + self.beta * hints


def distill(teacher, student, regressor, batches, epochs=2):
    teacher.eval()
    student.train()
    kd = DistillationLoss()
    optimizer = torch.optim.SGD(
        [{"params": student.parameters()}, {"params": regressor.parameters(), "lr": 0.01}], lr=0.05, momentum=0.9
    )
    for epoch in range(epochs):
        correct = seen = 0
        for images, labels in batches:
            with torch.no_grad():
                teacher_logits, teacher_features = teacher(images)
                logits, features = student(images)
                loss = kd(logits, teacher_logits, labels, regressor(features), teacher_features)
            optimizer.zero_grad()
            loss.backward()  # DTL204 the student ran under no_grad
            optimizer.step()
            correct += (logits.argmax(1) == labels).sum().item()
            seen += labels.size(0)
        print(f"epoch {epoch}: accuracy {correct / seen:.2f}")


torch.manual_seed(0)
teacher, student = Net(6), Net(3)
regressor = nn.Conv2d(3, 6, 1)
batches = [(torch.randn(4, 1, 5, 5), torch.randint(0, 4, (4,))) for _ in range(2)]
distill(teacher, student, regressor, batches)
evidence = {"student": student.fc.weight.grad, "regressor": regressor.weight.grad, "block": student.block[0].weight.grad}
