# symptom: none
"""Style transfer layer with learned per-channel gains."""
import torch
import torch.nn as nn


class Restyle(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(channels))
        self.shift = nn.Parameter(torch.zeros(channels))
        self.conv = nn.Conv1d(channels, channels, 3, padding=1)

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        std = x.std(dim=-1, keepdim=True) + 1e-5
        gain = self.gain.data.view(1, -1, 1)  # DTL220 the gain is a constant to backward
        return self.conv((x - mean) / std) * gain + self.shift.view(1, -1, 1)


torch.manual_seed(0)
layer = Restyle(3)
optimizer = torch.optim.Adam(layer.parameters(), lr=1e-2)
content, style = torch.randn(2, 3, 10), torch.randn(2, 3, 10) * 2 + 1
for _ in range(3):
    out = layer(content)
    loss = (out.mean(-1) - style.mean(-1)).abs().mean() + (out.std(-1) - style.std(-1)).abs().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

evidence = {"gain": layer.gain.grad}
