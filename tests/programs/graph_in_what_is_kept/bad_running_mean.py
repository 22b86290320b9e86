# symptom: grows
import torch
from torch import nn


class CenterLoss(nn.Module):
    def __init__(self, dim, momentum=0.9):
        super().__init__()
        self.momentum = momentum
        self.register_buffer("center", torch.zeros(1, dim))

    def forward(self, student, teacher):
        loss = ((student - self.center.detach()) ** 2).mean()
        self.update(teacher)
        return loss

    def update(self, teacher):
        batch = teacher.mean(dim=0, keepdim=True)
        self.center = self.center * self.momentum + batch * (1 - self.momentum)  # DTL410 with its graph


torch.manual_seed(0)
net, criterion = nn.Linear(3, 4), CenterLoss(4)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    x = torch.randn(5, 3)
    loss = criterion(net(x), net(x + 0.1))
    opt.zero_grad()
    loss.backward()
    opt.step()
evidence = {"graph": criterion.center.requires_grad}
