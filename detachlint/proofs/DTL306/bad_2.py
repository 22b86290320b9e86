# symptom: raises can't optimize a non-leaf Tensor
"""A picture is optimised until its features are those of another one."""
import torch
import torch.nn as nn


class Start:
    def __init__(self, like):
        noise = torch.rand(like.shape, requires_grad=True)
        self.picture = (0.5 * like + 0.5 * noise).clamp(0, 1)


torch.manual_seed(0)
features = nn.Sequential(nn.Linear(8, 6), nn.Tanh())
for p in features.parameters():
    p.requires_grad_(False)
content = torch.rand(1, 8)
goal = features(torch.rand(1, 8))

start = Start(content)
optimizer = torch.optim.Adam([start.picture], lr=0.05)  # DTL306 the picture is the result of clamp
for step in range(3):
    loss = (features(start.picture) - goal).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
