# symptom: n/a
import torch


class Runner:
    def __init__(self, module):
        self.module = module

    def gradient(self, x):
        self.module.zero_grad(set_to_none=False)  # DTL905 keeps the old tensors and fills them
        self.module(x).sum().backward()
        return self.module.weight.grad.clone()


torch.manual_seed(0)
runner = Runner(torch.nn.Linear(3, 1))
runner.gradient(torch.randn(2, 3))

evidence = {"weight": runner.gradient(torch.randn(2, 3))}
