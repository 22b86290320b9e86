# symptom: raises does not support the context manager protocol|__enter__
import torch as th


class Teacher:
    def __init__(self, net):
        self.net = net

    def targets(self, x):
        with th.autograd.set_grad_enabled:  # DTL212 wants its argument
            return self.net(x).softmax(dim=1)


th.manual_seed(0)
print(Teacher(th.nn.Linear(3, 2)).targets(th.randn(2, 3)))
