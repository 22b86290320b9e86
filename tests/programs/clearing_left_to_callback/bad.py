# symptom: wrong
import torch
from torch import nn


class Callback:
    def on_batch_begin(self, runner):
        pass

    def on_batch_end(self, runner):
        pass


class OptimizerCallback(Callback):
    def on_batch_end(self, runner):
        runner.loss.backward()  # DTL501 on_batch_begin clears nothing
        runner.optimizer.step()


class Runner:
    def __init__(self, model, optimizer, callbacks):
        self.model, self.optimizer, self.callbacks = model, optimizer, callbacks
        self.loss = None

    def run(self, batches):
        for x, y in batches:
            for cb in self.callbacks:
                cb.on_batch_begin(self)
            self.loss = nn.functional.mse_loss(self.model(x), y)
            for cb in self.callbacks:
                cb.on_batch_end(self)


torch.manual_seed(0)
model = nn.Linear(3, 1)
runner = Runner(model, torch.optim.SGD(model.parameters(), lr=0.1), [OptimizerCallback()])
runner.run([(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(3)])
evidence = {"g": model.weight.grad}
