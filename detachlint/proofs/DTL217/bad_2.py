# symptom: raises element 0 of tensors does not require grad and does not have a grad_fn
import torch as th

th.manual_seed(0)
th.set_grad_enabled(False)  # DTL217 meant for the teacher, holds for the student too

teacher = th.nn.Linear(4, 2)
student = th.nn.Linear(4, 2)
x = th.randn(6, 4)
wanted = teacher(x)
th.nn.functional.mse_loss(student(x), wanted).backward()
print(student.weight.grad)
