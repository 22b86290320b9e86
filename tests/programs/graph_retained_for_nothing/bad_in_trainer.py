# symptom: n/a
import torch
from torch import nn


class Trainer:
    def __init__(self, net):
        self.net = net
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

    def update(self, batch):
        loss = self.net(batch).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward(retain_graph=True)  # DTL406 one pass only
        self.optimizer.step()


torch.manual_seed(0)
trainer = Trainer(nn.Linear(3, 1))
for _ in range(2):
    trainer.update(torch.randn(4, 3))
