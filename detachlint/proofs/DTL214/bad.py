# symptom: no-op
"""Mean-teacher training; the teacher is a moving average of the student."""
import copy

import torch
import torch.nn.functional as F
from torch import nn


class MeanTeacher:
    def __init__(self, student, decay):
        self.student = student
        self.teacher = copy.deepcopy(student).requires_grad_(False)
        self.decay = decay

    @torch.no_grad()
    def follow(self):
        for slow, fast in zip(self.teacher.parameters(), self.student.parameters()):
            slow = self.decay * slow + (1 - self.decay) * fast  # DTL214 only the name slow changes


torch.manual_seed(0)
student = nn.Sequential(nn.Linear(4, 6), nn.Tanh(), nn.Linear(6, 3))
pair = MeanTeacher(student, decay=0.9)
before = [p.clone() for p in pair.teacher.parameters()]
optimizer = torch.optim.SGD(student.parameters(), lr=0.5)

for step in range(4):
    x = torch.randn(10, 4)
    with torch.no_grad():
        soft = pair.teacher(x).softmax(dim=1)
    loss = F.kl_div(student(x + 0.3).log_softmax(dim=1), soft, reduction="batchmean")
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    pair.follow()

moved = [(p - b).abs().max().item() for p, b in zip(pair.teacher.parameters(), before)]
evidence = {"teacher moved": max(moved) > 0}
