# symptom: none
import torch
import torch.nn as nn


class Mixture(nn.Module):
    def __init__(self, experts, width):
        super().__init__()
        self.gate = nn.Linear(width, experts)
        self.shifts = []  # DTL309 parameters in a plain list
        for _ in range(experts):
            self.shifts.append(nn.Parameter(torch.zeros(width)))

    def forward(self, x):
        weights = self.gate(x).softmax(dim=-1)
        return sum(weights[:, i : i + 1] * (x + shift) for i, shift in enumerate(self.shifts))


torch.manual_seed(0)
mixture = Mixture(2, 3)
mixture(torch.ones(4, 3)).sum().backward()
evidence = {"shifts in parameters": any("shift" in name for name, _ in mixture.named_parameters())}
