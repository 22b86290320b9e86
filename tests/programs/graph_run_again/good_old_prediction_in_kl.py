import argparse

import torch
import torch.nn.functional as F
from torch import nn


def build(args):
    return nn.Sequential(nn.Linear(args.dim, args.hidden), nn.ReLU(), nn.Linear(args.hidden, args.classes))


def run(args):
    torch.manual_seed(args.seed)
    model = build(args)
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    inputs = torch.randn(12, args.dim)
    labels = torch.randint(args.classes, (12,))
    previous = None
    for step in range(args.steps):
        log_probs = F.log_softmax(model(inputs), dim=-1)
        loss = F.nll_loss(log_probs, labels)
        if previous is not None:
            loss = loss + args.beta * F.kl_div(log_probs, previous, reduction="batchmean", log_target=True)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        previous = log_probs.detach()


def parse_args(argv=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--dim", type=int, default=6)
    parser.add_argument("--hidden", type=int, default=8)
    parser.add_argument("--classes", type=int, default=3)
    parser.add_argument("--steps", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--lr", type=float, default=1e-2)
    parser.add_argument("--beta", type=float, default=0.5)
    return parser.parse_args(argv)


if __name__ == "__main__":
    run(parse_args([]))
