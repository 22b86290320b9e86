"""A student learns from a teacher's soft labels, in logarithms."""
import torch
from torch import nn


class Student(nn.Module):
    def __init__(self, n_in, n_classes):
        super().__init__()
        self.linear = nn.Linear(n_in, n_classes)
        self.log_softmax = nn.LogSoftmax(dim=-1)

    def forward(self, x):
        return self.log_softmax(self.linear(x))


def distillation(log_probabilities, soft_labels):
    return -(soft_labels * log_probabilities).sum(-1).mean()


torch.manual_seed(0)
student = Student(2, 3)
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
x = torch.tensor([[500.0, -500.0], [1.0, 1.0]])
soft_labels = torch.tensor([[0.6, 0.3, 0.1], [0.2, 0.5, 0.3]])
finite = []
for step in range(2):
    loss = distillation(student(x), soft_labels)
    optimizer.zero_grad()
    loss.backward()
    finite.append(bool(torch.isfinite(student.linear.weight.grad).all()))
    optimizer.step()
evidence = {"gradient is finite": finite}
