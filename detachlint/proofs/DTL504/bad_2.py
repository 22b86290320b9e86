# symptom: wrong
import torch
import torch.nn as nn
from torch.nn.utils import clip_grad_norm_


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(6, 16), nn.GELU(), nn.Linear(16, 2))

    def forward(self, x):
        return self.net(x)


def train(model, loader, optimizer, scaler, max_norm):
    model.train()
    criterion = nn.CrossEntropyLoss()
    for x, y in loader:
        optimizer.zero_grad(set_to_none=True)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = criterion(model(x), y)
        scaler.scale(loss).backward()
        clip_grad_norm_(model.parameters(), max_norm)  # DTL504 the gradients are still scaled
        scaler.step(optimizer)
        scaler.update()


torch.manual_seed(0)
model = Net()
loader = [(torch.randn(8, 6), torch.randint(0, 2, (8,))) for _ in range(3)]
scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
train(model, loader, torch.optim.SGD(model.parameters(), lr=1.0), scaler, 1.0)
evidence = {"w": model.net[0].weight.detach()}
