# symptom: raises context manager protocol|__enter__
import torch
from torch import nn


def evaluate(net, x, mode):
    with mode:  # DTL212 the caller passes the class
        return net(x)


torch.manual_seed(0)
evaluate(nn.Linear(3, 1), torch.randn(4, 3), torch.inference_mode)
