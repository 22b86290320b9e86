# symptom: wrong
import torch
from torch import nn


class Runner:
    def __init__(self, net, accumulate):
        self.net, self.accumulate = net, accumulate
        self.opt = torch.optim.SGD(net.parameters(), lr=0.1)
        self.global_step = 0

    def training_step(self, batch):
        self.net.zero_grad()  # DTL502 cleared for every small batch
        x, y = batch
        loss = (self.net(x) - y).pow(2).mean() / self.accumulate
        loss.backward()
        self.global_step += 1
        if self.global_step % self.accumulate == 0:
            self.opt.step()

    def run(self, batches):
        for batch in batches:
            self.training_step(batch)


torch.manual_seed(0)
r = Runner(nn.Linear(2, 1), 2)
r.run([(torch.randn(3, 2), torch.randn(3, 1)) for _ in range(4)])
evidence = {"w": r.net.weight.detach()}
