# symptom: no-op
import torch
from torch import nn


class Trainer:
    def __init__(self, model, dtype):
        self.model = model.to(dtype)
        self.dtype = dtype

    def prepare(self, batch):
        x, y = batch
        x = torch.log1p(x)
        x.to(self.dtype)  # DTL203 the converted batch is dropped
        return x, y


torch.manual_seed(0)
trainer = Trainer(nn.Linear(2, 1), torch.float64)
x, _ = trainer.prepare((torch.rand(4, 2), torch.rand(4)))

evidence = {"converted": x.dtype == torch.float64}
