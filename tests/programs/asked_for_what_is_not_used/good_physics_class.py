import torch
from torch import nn
from torch.autograd import grad


class Heat(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))

    def residual(self, x, t):
        xt = torch.cat([x, t], dim=1)
        u = self.net(xt)
        ones = torch.ones_like(u)
        u_x = grad(u, x, ones, create_graph=True)[0]
        u_t = grad(u, t, ones, create_graph=True)[0]
        return u_t - 0.1 * u_x


torch.manual_seed(0)
heat = Heat()
x, t = torch.rand(6, 1).requires_grad_(), torch.rand(6, 1).requires_grad_()
heat.residual(x, t).pow(2).mean().backward()
