# symptom: wrong
import torch
from torch import nn

torch.manual_seed(0)
student = nn.Sequential(nn.Linear(3, 6), nn.BatchNorm1d(6), nn.Linear(6, 2))
teacher = nn.Sequential(nn.Linear(3, 6), nn.BatchNorm1d(6), nn.Linear(6, 2))
teacher.eval()
opt = torch.optim.SGD(student.parameters(), lr=0.1)
modes = []
for epoch in range(3):
    teacher.train()
    modes.append(student.training)
    x = torch.randn(8, 3)
    with torch.no_grad():
        soft = teacher(x).softmax(1)
    opt.zero_grad()
    nn.functional.cross_entropy(student(x), soft).backward()
    opt.step()
    student.eval()  # DTL511 the other model is switched back
    with torch.no_grad():
        print(student(x).argmax(1).float().mean().item())
evidence = {"training": all(modes)}
