# symptom: none
import torch
from torch import nn


def saliency(net, image):
    net(image).sum().backward()
    return image.grad  # DTL305 the caller's image is computed


torch.manual_seed(0)
net = nn.Linear(3, 1)
image = torch.rand(2, 3, requires_grad=True) * 2 - 1

evidence = {"grad": saliency(net, image)}
