# symptom: raises does not require grad
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
switch = torch.set_grad_enabled
switch(False)  # DTL217 still off when training begins
print(net(torch.randn(4, 3)).mean())
loss = net(torch.randn(4, 3)).pow(2).mean()
loss.backward()
