# symptom: none
import torch
from torch import nn


class GradCam(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 4)
        self.head = nn.Linear(4, 1)
        self.maps = None

    def forward(self, x):
        self.maps = self.body(x).relu()
        return self.head(self.maps)

    def weights(self):
        return self.maps.grad  # DTL305 the maps are computed


torch.manual_seed(0)
cam = GradCam()
cam(torch.randn(2, 3)).sum().backward()

evidence = {"grad": cam.weights()}
