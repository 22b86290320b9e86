import torch as th

th.manual_seed(0)
teacher = th.nn.Linear(4, 2)
student = th.nn.Linear(4, 2)
x = th.randn(6, 4)

before = th.is_grad_enabled()
th.set_grad_enabled(False)
wanted = teacher(x)
th.set_grad_enabled(before)
th.nn.functional.mse_loss(student(x), wanted).backward()
print(student.weight.grad)
