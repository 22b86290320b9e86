"""Deep regressor that trades time for memory by checkpointing its stages."""
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Stage(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.inner = nn.Sequential(nn.Linear(width, width), nn.GELU(), nn.Linear(width, width))

    def forward(self, x):
        return x + self.inner(x)


class DeepRegressor(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.stages = nn.ModuleList([Stage(width) for _ in range(depth)])
        self.out = nn.Linear(width, 1)

    def forward(self, x):
        for stage in self.stages:
            x = checkpoint(stage, x, use_reentrant=False)
        return self.out(x)


torch.manual_seed(0)
model = DeepRegressor(width=6, depth=2)
opt = torch.optim.AdamW(model.parameters(), lr=1e-3)
for step in range(2):
    x, y = torch.randn(10, 6), torch.randn(10, 1)
    loss = nn.functional.mse_loss(model(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()

evidence = {"stages.0.inner.0.weight": model.stages[0].inner[0].weight.grad}
