# symptom: raises Inplace update to inference tensor outside InferenceMode is not allowed
import torch
from torch import nn


@torch.inference_mode()
def encode(net, x):
    return net(x)


def centre(features):
    features -= features.mean(0)  # DTL111 made under inference mode
    return features


torch.manual_seed(0)
centre(encode(nn.Linear(3, 4), torch.randn(5, 3)))
