# symptom: none
import torch
from torch import nn


class Student(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Linear(3, 4)
        self.prototypes = nn.Linear(4, 2)

    def forward(self, x):
        return self.prototypes(torch.tanh(self.backbone(x)))


torch.manual_seed(0)
model = Student()
start = model.backbone.weight.detach().clone()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(3):
    optimizer.zero_grad()
    model(torch.randn(5, 3)).pow(2).mean().backward()
    if epoch < 1:
        for name, p in model.named_parameters():
            if "prototypes" in name:
                p.grad = None
    model.zero_grad()  # DTL502 all of them
    optimizer.step()
evidence = {"moved": (model.backbone.weight - start).detach()}
