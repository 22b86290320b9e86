# symptom: raises Inference tensors cannot be saved for backward
import torch
from torch import nn


class Probe(nn.Module):
    def __init__(self, backbone):
        super().__init__()
        self.backbone = backbone
        self.head = nn.Linear(4, 1)
        self.cache = None

    @torch.inference_mode()
    def precompute(self, x):
        self.cache = self.backbone(x)

    def forward(self):
        return self.head(self.cache)  # DTL111 filled under inference mode


torch.manual_seed(0)
probe = Probe(nn.Linear(3, 4))
probe.precompute(torch.randn(5, 3))
probe().sum().backward()
