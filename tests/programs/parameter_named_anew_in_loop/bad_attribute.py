# symptom: no-op
import torch
from torch import nn


class Ema:
    def __init__(self, model, decay):
        self.model = model
        self.average = nn.Linear(3, 1)
        self.decay = decay

    @torch.no_grad()
    def update(self):
        for avg, p in zip(self.average.parameters(), self.model.parameters()):
            avg = self.decay * avg + (1 - self.decay) * p  # DTL214 the average never moves


torch.manual_seed(0)
ema = Ema(nn.Linear(3, 1), 0.9)
start = ema.average.weight.detach().clone()
ema.update()

evidence = {"moved": not torch.equal(ema.average.weight, start)}
