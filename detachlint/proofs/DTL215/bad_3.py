# symptom: none
import torch

torch.manual_seed(0)
student, teacher = torch.nn.Linear(3, 2), torch.nn.Linear(3, 2)
x = torch.randn(7, 3)

gap = student(x).detach() - teacher(x).detach()
loss = gap.square().sum()
loss.requires_grad = True  # DTL215 both sides are detached, the flag only hides it
loss.backward()

evidence = {"student.weight": student.weight.grad}
