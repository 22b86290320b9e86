# symptom: raises second time
import torch
import torch.nn.functional as F
from torch import nn


def gram(x):
    b, c, h, w = x.shape
    f = x.view(b * c, h * w)
    return f @ f.t() / (c * h * w)


torch.manual_seed(0)
features = nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU())
style = torch.rand(1, 3, 6, 6)
target = gram(features(style))  # DTL401 made once
image = torch.rand(1, 3, 6, 6, requires_grad=True)
opt = torch.optim.Adam([image])
for i in range(3):
    opt.zero_grad()
    loss = F.mse_loss(gram(features(image)), target)
    loss.backward()
    opt.step()
