# symptom: wrong
import argparse

import torch
import torch.nn as nn


class Trainer:
    def __init__(self, args):
        self.args = args
        self.model = nn.Linear(3, 2)
        self.opt = torch.optim.SGD(self.model.parameters(), lr=args.lr)
        self.loss_fn = nn.MSELoss()
        self.seen = 0
        self.applied = None

    def step(self, batch):
        x, y = batch
        loss = self.loss_fn(self.model(x), y) + self.loss_fn(self.model(-x), -y)
        loss.backward()  # DTL510 grows with accum
        self.seen += 1
        if self.seen % self.args.accum == 0:
            self.applied = self.model.weight.grad.clone()
            self.opt.step()
            self.opt.zero_grad()

    def fit(self, batches):
        for batch in batches:
            self.step(batch)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", type=float, default=0.1)
    parser.add_argument("--accum", type=int, default=3)
    args = parser.parse_args([])
    torch.manual_seed(0)
    t = Trainer(args)
    t.fit([(torch.randn(4, 3), torch.randn(4, 2)) for _ in range(3)])
    return t.applied


evidence = {"applied": main()}
