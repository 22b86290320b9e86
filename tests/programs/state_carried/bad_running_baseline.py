# symptom: raises backward through the graph a second time
import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.net = nn.Linear(4, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.01)
        self.ema = None

    def train_step(self, x):
        score = self.net(x).pow(2).mean()
        if self.ema is None:
            self.ema = score.detach()
        else:
            self.ema = 0.9 * self.ema + 0.1 * score  # DTL402 the average takes the score with its graph
        loss = score + (score - self.ema).abs()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

    def run(self, steps):
        for _ in range(steps):
            self.train_step(torch.randn(8, 4))


torch.manual_seed(0)
Trainer().run(4)
