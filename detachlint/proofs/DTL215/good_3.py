import torch

torch.manual_seed(0)
student, teacher = torch.nn.Linear(3, 2), torch.nn.Linear(3, 2)
x = torch.randn(7, 3)
x.requires_grad = True

gap = student(x) - teacher(x).detach()
loss = gap.square().sum()
loss.backward()
saliency = x.grad.abs().sum(1)
print(saliency)

evidence = {"student.weight": student.weight.grad}
