import torch


def normalised(values):
    return values - values.min()


class Plot:
    def __init__(self):
        self.values = None

    def show(self, tensor):
        self.values = tensor.detach().numpy().copy()
        self.values *= 100.0


torch.manual_seed(0)
w = torch.randn(4, requires_grad=True)
p = torch.sigmoid(w)
energy = (p * p.exp()).sum()
histogram = p.detach().clone().numpy()
histogram[histogram < 0.5] = 0.5
print(normalised(p.detach().numpy()))
Plot().show(p)

# nothing keeps the sum of two
total = w + p
array = total.detach().numpy()
array[0] = 0.0
energy.backward()
after = p.detach().numpy()
after *= 100.0

evidence = {"w": w.grad}
