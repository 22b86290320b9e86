# symptom: n/a
import torch
from torch import nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 2)

    def trainable(self):
        return (p for p in self.parameters() if p.requires_grad)  # DTL506 kept over the loop


torch.manual_seed(0)
policy = Policy()
opt = torch.optim.SGD(policy.trainable(), lr=0.1)
mine = policy.trainable()
for _ in range(2):
    opt.zero_grad()
    policy.net(torch.randn(4, 3)).pow(2).mean().backward()
    nn.utils.clip_grad_norm_(mine, 1.0)
    opt.step()
