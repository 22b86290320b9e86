import torch
from torch import nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 2)

    def trainable(self):
        return (p for p in self.parameters() if p.requires_grad)


torch.manual_seed(0)
policy = Policy()
opt = torch.optim.SGD(policy.trainable(), lr=0.1)
for _ in range(2):
    opt.zero_grad()
    policy.net(torch.randn(4, 3)).pow(2).mean().backward()
    nn.utils.clip_grad_norm_(policy.trainable(), 1.0)
    opt.step()
