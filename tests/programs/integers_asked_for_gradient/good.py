import torch


def leaf(t):
    t.requires_grad = True
    return t


class Batch:
    def __init__(self, values):
        self.values = values.double()

    def track(self):
        self.values.requires_grad_(True)


torch.manual_seed(0)
leaf(torch.rand(4))
Batch(torch.randint(0, 3, (4,))).track()
points = [torch.tensor([i, i + 1.0], requires_grad=True) for i in range(3)]
grid = torch.arange(5.0)
grid.requires_grad_()
steps = torch.arange(5).float().requires_grad_()
wave = torch.tensor([1 + 2j, 3 - 1j], requires_grad=True)
phase = torch.zeros(3, dtype=torch.complex64).requires_grad_()
typed = torch.tensor([1, 2], dtype=torch.float32, requires_grad=True)
torch.randint(0, 3, (4,)).requires_grad_(False)
labels = torch.tensor([1, 2], requires_grad=False)
(sum(p.sum() for p in points) + grid.sum() + steps.sum() + typed.sum()).backward()
print(wave, phase, labels)
