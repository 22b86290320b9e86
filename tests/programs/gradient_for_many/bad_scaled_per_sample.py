# symptom: raises grad can be implicitly created only for scalar outputs
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(5, 1)
bce = nn.BCEWithLogitsLoss(reduction="none")
scaler = torch.amp.GradScaler("cpu", enabled=False)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for x, y in [(torch.randn(4, 5), torch.rand(4, 1).round()) for _ in range(2)]:
    opt.zero_grad(set_to_none=True)
    per_sample = bce(model(x), y)
    mask = (y > 0).float()
    loss = per_sample * mask
    scaler.scale(loss).backward()  # DTL404 masked, not averaged
    scaler.step(opt)
    scaler.update()
