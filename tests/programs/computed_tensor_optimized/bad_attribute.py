# symptom: raises can't optimize a non-leaf Tensor
import torch
from torch import nn


class Style:
    def __init__(self, net, image):
        self.target = net(image)
        self.optimizer = torch.optim.LBFGS([self.target])  # DTL306 an output of the network


torch.manual_seed(0)
Style(nn.Linear(3, 3), torch.rand(2, 3))
