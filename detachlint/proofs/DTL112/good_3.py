import torch
from torch import nn

experts = [nn.Linear(2, 3) for _ in range(2)]
x = torch.ones(4, 2)
answers = [expert(x) for expert in experts]
together = torch.stack(answers)
together.mean().backward()
