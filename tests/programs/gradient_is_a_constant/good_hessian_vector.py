import torch

torch.manual_seed(0)
w = torch.randn(4, requires_grad=True)
v = torch.randn(4)


def objective(w):
    return (w**3).sum() + w.prod()


g = torch.autograd.grad(objective(w), w, create_graph=True)[0]
hv = torch.autograd.grad(g @ v, w)[0]
print(hv)
