import torch
from torch import nn


def saliency(net, image):
    net(image).sum().backward()
    return image.grad


class GradCam(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 4)
        self.head = nn.Linear(4, 1)
        self.maps = None

    def forward(self, x):
        self.maps = self.body(x).relu()
        self.maps.retain_grad()
        return self.head(self.maps)

    def weights(self):
        return self.maps.grad


torch.manual_seed(0)
net = nn.Linear(3, 1)
image = (torch.rand(2, 3) * 2 - 1).requires_grad_()
first = saliency(net, image)
cam = GradCam()
cam(torch.randn(2, 3)).sum().backward()
print(cam.weights())
for row in torch.rand(2, 3):
    x = row.clone().requires_grad_()
    net(x * 1.0).sum().backward()
    print(x.grad)
h = net(torch.rand(2, 3))
slopes = []
h.register_hook(slopes.append)
h.sum().backward()
(slope,) = torch.autograd.grad(net(image).sum(), image)

evidence = {"grad": first}
