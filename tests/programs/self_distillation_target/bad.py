# symptom: wrong
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
encoder = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 4))
predictor = nn.Linear(4, 4)
opt = torch.optim.SGD([*encoder.parameters(), *predictor.parameters()], lr=0.1)
for _ in range(3):
    x = torch.randn(8, 6)
    prediction = predictor(encoder(x + 0.1 * torch.randn_like(x)))
    target = encoder(x)  # DTL509 the encoder can move its own target
    loss = F.mse_loss(prediction, target)
    opt.zero_grad()
    loss.backward()
    opt.step()
evidence = {"gradient": encoder[0].weight.grad}
