# symptom: no-op
import torch
from torch import nn


class Embedder(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(5, 3)
        self.table.weight.data[0].requires_grad = False  # DTL312 the row is a new tensor

    def forward(self, ids):
        return self.table(ids)


torch.manual_seed(0)
model = Embedder()

evidence = {"frozen": not model.table.weight.requires_grad}
