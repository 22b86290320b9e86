import torch


class Minimiser:
    def __init__(self, start):
        self.x = start.clone().requires_grad_()

    def step(self, function, rate):
        function(self.x).backward()
        self.x = (self.x - rate * self.x.grad).detach().requires_grad_()


torch.manual_seed(0)
search = Minimiser(torch.randn(3))
for _ in range(3):
    search.step(lambda x: (x - 1).abs().sum(), rate=0.1)
print(search.x)
