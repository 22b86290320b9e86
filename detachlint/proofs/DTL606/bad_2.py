# symptom: wrong
"""How much gradient flows into each block? The old hook answers for the last operation of the block."""
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.first = nn.Linear(width, 2 * width)
        self.second = nn.Linear(2 * width, width)

    def forward(self, x):
        return x + self.second(torch.relu(self.first(self.norm(x))))


class FlowMeter:
    def __init__(self):
        self.flows = []

    def __call__(self, module, grad_input, grad_output):
        self.flows.append(grad_input[0].norm().item())


torch.manual_seed(0)
blocks = nn.Sequential(Block(4), Block(4))
head = nn.Linear(4, 1)
meter = FlowMeter()
for block in blocks:
    block.register_backward_hook(meter)  # DTL606 grad_input is that of the final addition
optimizer = torch.optim.SGD([*blocks.parameters(), *head.parameters()], lr=0.01)
x = torch.randn(5, 4, requires_grad=True)
for _ in range(2):
    optimizer.zero_grad()
    x.grad = None
    head(blocks(x)).pow(2).mean().backward()
    optimizer.step()
evidence = {"flows": meter.flows, "the first block's is x.grad's": abs(meter.flows[-1] - x.grad.norm().item()) < 1e-6}
