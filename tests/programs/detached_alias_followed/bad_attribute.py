# symptom: raises modified by an inplace operation
import torch
from torch import nn


class Monitor:
    def __init__(self):
        self.seen = None

    def watch(self, out):
        self.seen = out.detach()

    def summarise(self):
        self.seen.sub_(0.5)  # DTL102 `seen` is the prediction's own memory
        return self.seen.mean().item()


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 1), nn.Sigmoid())
monitor = Monitor()
x, y = torch.randn(8, 3), torch.rand(8, 1)
out = net(x)
monitor.watch(out)
loss = nn.functional.mse_loss(out, y)
print(monitor.summarise())
loss.backward()
