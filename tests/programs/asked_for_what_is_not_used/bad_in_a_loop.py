# symptom: raises appears to not have been used in the graph
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 2)
image = torch.rand(1, 3, requires_grad=True)
step = 0.1
for _ in range(3):
    adv = image.detach().clone().requires_grad_(True)
    loss = net(adv).sum()
    grad = torch.autograd.grad(loss, image)[0]  # DTL408 the copy went in
    image = (adv + step * grad.sign()).detach().requires_grad_(True)
