# symptom: raises don't support automatic differentiation
import torch
from torch import nn

experts = [nn.Linear(2, 3) for _ in range(2)]
x = torch.ones(4, 2)
answers = [expert(x) for expert in experts]
together = torch.empty(2, 4, 3)
torch.stack(answers, out=together)  # DTL112 the experts' answers require grad
together.mean().backward()
