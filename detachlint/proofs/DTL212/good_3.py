import torch as th


class Teacher:
    def __init__(self, net):
        self.net = net

    @th.no_grad
    def names(self):
        return [name for name, _ in self.net.named_parameters()]

    def targets(self, x):
        with th.autograd.set_grad_enabled(False):
            return self.net(x).softmax(dim=1)


th.manual_seed(0)
print(Teacher(th.nn.Linear(3, 2)).targets(th.randn(2, 3)))
