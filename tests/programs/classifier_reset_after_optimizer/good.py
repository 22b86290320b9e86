import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(4, 6)
        self.classifier = nn.Linear(6, 2)

    def reset_classifier(self, num_classes):
        self.classifier = nn.Linear(6, num_classes)

    def forward(self, x):
        return self.classifier(self.encoder(x).relu())


def configure(model, lr):
    decay = [p for n, p in model.named_parameters() if "bias" not in n]
    rest = [p for n, p in model.named_parameters() if "bias" in n]
    return torch.optim.AdamW([{"params": decay, "weight_decay": 0.1}, {"params": rest, "weight_decay": 0.0}], lr=lr)


torch.manual_seed(0)
model = Model()
model.reset_classifier(3)
optimizer = configure(model, 1e-2)
w = model.classifier.weight.detach().clone()
for _ in range(3):
    loss = nn.functional.cross_entropy(model(torch.randn(5, 4)), torch.randint(0, 3, (5,)))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
evidence = {"moved": model.classifier.weight.detach() - w}
