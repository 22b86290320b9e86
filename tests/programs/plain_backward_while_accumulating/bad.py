# symptom: raises Attempted step but _scale is None
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")


def step(x, accumulate):
    loss = model(x).pow(2).mean()
    if accumulate:
        loss = loss / 2
    loss.backward()
    if not accumulate:
        scaler.step(opt)  # DTL507 plain backward above
        scaler.update()
        opt.zero_grad()


for i in range(4):
    step(torch.randn(4, 3), accumulate=i % 2 == 0)
