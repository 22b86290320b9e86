import copy

import torch
import torch.nn.functional as F
from torch import nn


class MeanTeacher(nn.Module):
    def __init__(self, student, decay=0.95):
        super().__init__()
        self.student = student
        self.teacher = copy.deepcopy(student)
        self.decay = decay
        for p in self.teacher.parameters():
            p.requires_grad_(False)

    @torch.no_grad()
    def update_teacher(self, step):
        decay = min(1 - 1 / (step + 1), self.decay)
        for t, s in zip(self.teacher.parameters(), self.student.parameters()):
            t.mul_(decay).add_(s, alpha=1 - decay)
        for t, s in zip(self.teacher.buffers(), self.student.buffers()):
            t.copy_(s)

    def consistency(self, x):
        with torch.no_grad():
            target = self.teacher(x + 0.05 * torch.randn_like(x)).softmax(1)
        prediction = self.student(x + 0.05 * torch.randn_like(x)).softmax(1)
        return F.mse_loss(prediction, target)


def ramp_up(step, length=4):
    return 1.0 if step >= length else step / length


def train(model, labelled, unlabelled, optimizer, steps):
    log = []
    for step in range(steps):
        x, y = labelled[step % len(labelled)]
        u = unlabelled[step % len(unlabelled)]
        supervised = F.cross_entropy(model.student(x), y)
        consistency = model.consistency(torch.cat([x, u]))
        loss = supervised + ramp_up(step) * consistency
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        model.update_teacher(step)
        log.append((supervised.item(), consistency.item()))
    return log


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 3))
model = MeanTeacher(net)
initial = model.teacher[0].weight.clone()
optimizer = torch.optim.SGD(model.student.parameters(), lr=0.1)
labelled = [(torch.randn(6, 4), torch.randint(0, 3, (6,))) for _ in range(2)]
unlabelled = [torch.randn(6, 4) for _ in range(2)]
train(model, labelled, unlabelled, optimizer, steps=6)
gap = (model.teacher[0].weight - model.student[0].weight).detach()
evidence = {"teacher": model.teacher[0].weight - initial, "gap": gap, "student": model.student[3].weight.grad}
