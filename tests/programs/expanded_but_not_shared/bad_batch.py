# symptom: raises more than one element of the written-to tensor
import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.register_buffer("start", torch.zeros(1, 1, width))
        self.mix = nn.Linear(width, width)

    def forward(self, memory):
        tokens = self.start.expand(memory.size(0), -1, -1)
        tokens += self.mix(memory).mean(1, keepdim=True)  # DTL108 one token for the whole batch
        return tokens


torch.manual_seed(0)
decoder = Decoder(4)
decoder(torch.randn(2, 3, 4)).sum().backward()
