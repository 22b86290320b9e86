import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(4, 1)
optimizer = torch.optim.AdamW(model.parameters())
scaler = torch.amp.GradScaler("cpu", enabled=False)
bce = nn.BCEWithLogitsLoss()
every = 2
loader = [(torch.randn(8, 4), torch.rand(8, 1).round()) for _ in range(6)]
applied = None
for step, (x, y) in enumerate(loader, 1):
    with torch.autocast("cpu", enabled=False):
        loss = bce(model(x), y)
        loss = loss / every
    scaler.scale(loss).backward()
    if step % every == 0 or step == len(loader):
        scaler.unscale_(optimizer)
        applied = model.weight.grad.clone()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()
        optimizer.zero_grad(set_to_none=True)
evidence = {"applied": applied}
