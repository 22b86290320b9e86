# symptom: wrong
import torch
from torch import nn


class ScheduledOptim:
    def __init__(self, optimizer, d_model, warmup):
        self._optimizer = optimizer
        self.d_model, self.warmup, self.n_steps = d_model, warmup, 0

    def step_and_update_lr(self):
        self._update_learning_rate()
        self._optimizer.step()

    def zero_grad(self):
        self._optimizer.zero_grad()

    def _update_learning_rate(self):
        self.n_steps += 1
        lr = self.d_model**-0.5 * min(self.n_steps**-0.5, self.n_steps * self.warmup**-1.5)
        for group in self._optimizer.param_groups:
            group["lr"] = lr


torch.manual_seed(0)
model = nn.Linear(4, 4)
optimizer = ScheduledOptim(torch.optim.Adam(model.parameters(), betas=(0.9, 0.98)), 4, 10)
for x in torch.randn(3, 5, 4):
    loss = (model(x) - x).pow(2).mean()
    loss.backward()  # DTL501 the wrapper's zero_grad is not called
    optimizer.step_and_update_lr()
evidence = {"g": model.weight.grad}
