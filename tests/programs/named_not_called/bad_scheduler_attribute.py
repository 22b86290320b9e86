# symptom: no-op
import torch
from torch import nn
from torch.optim.lr_scheduler import StepLR


class Trainer:
    def __init__(self):
        self.model = nn.Linear(2, 1)
        self.optim = torch.optim.SGD(self.model.parameters(), lr=1.0)
        self.sched = StepLR(self.optim, 1, gamma=0.5)

    def epoch(self):
        self.optim.zero_grad()
        self.model(torch.ones(1, 2)).sum().backward()
        self.optim.step()
        self.sched.step  # DTL407 the rate stays


torch.manual_seed(0)
t = Trainer()
t.epoch()
t.epoch()
evidence = {"lr": t.optim.param_groups[0]["lr"]}
