# symptom: raises optimizer got an empty parameter list
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
params = net.parameters()  # DTL506 the first optimizer takes all
warm = torch.optim.SGD(params, lr=0.1)
fine = torch.optim.Adam(params, lr=1e-3)
