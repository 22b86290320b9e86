import torch
from torch import nn


def optimizer_for(tensor):
    return torch.optim.SGD([tensor], lr=0.1)


class Style:
    def __init__(self, net, image):
        with torch.no_grad():
            start = net(image)
        self.target = start.clone().requires_grad_()
        self.optimizer = torch.optim.LBFGS([self.target])


torch.manual_seed(0)
style = Style(nn.Linear(3, 3), torch.rand(2, 3))
style.target.sum().backward()
latent = (torch.randn(4) * 0.1).requires_grad_()
optimizer = torch.optim.Adam([latent], lr=0.1)
latent.sum().backward()
optimizer.step()
base = torch.rand(4, requires_grad=True)
optimizer_for(base.log().detach().requires_grad_())
prototypes = [torch.randn(4, requires_grad=True) for _ in range(3)]
torch.optim.SGD(prototypes, lr=0.1)
torch.optim.SGD([nn.Parameter(base.detach() * 2)], lr=0.1)
