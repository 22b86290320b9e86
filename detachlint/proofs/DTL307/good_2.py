"""Prompt tuning: a few vectors in front of the input are learned together with the head."""
import torch
from torch import nn


class Prompted(nn.Module):
    def __init__(self, width, classes):
        super().__init__()
        self.mix = nn.Linear(width, width).requires_grad_(False)
        self.head = nn.Linear(width, classes)

    def forward(self, prompt, tokens):
        front = prompt.expand(tokens.size(0), -1, -1)
        hidden = torch.tanh(self.mix(torch.cat([front, tokens], dim=1)))
        return self.head(hidden.mean(dim=1))


torch.manual_seed(0)
model = Prompted(4, 2)
prompt = torch.randn(3, 4)
prompt.requires_grad_()
start = prompt.detach().clone()
optimizer = torch.optim.AdamW([prompt, *model.head.parameters()], lr=1e-2)
for step in range(3):
    logits = model(prompt, torch.randn(6, 5, 4))
    loss = nn.functional.cross_entropy(logits, torch.randint(0, 2, (6,)))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
evidence = {"prompt moved": (prompt.detach() - start).abs().max().item()}
