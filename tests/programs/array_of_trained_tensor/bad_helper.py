# symptom: raises Can't call numpy\(\) on Tensor that requires grad
import numpy as np
import torch
from torch import nn


def rmse(prediction, target):
    return np.sqrt(np.mean((np.asarray(prediction) - np.asarray(target)) ** 2))  # DTL209 a prediction with a graph


torch.manual_seed(0)
net = nn.Linear(3, 1)
print(rmse(net(torch.randn(4, 3)), torch.zeros(4, 1)))
