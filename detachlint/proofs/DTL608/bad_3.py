# symptom: raises cannot register a hook on a tensor that doesn't require gradient
import torch
from torch import nn

torch.manual_seed(0)
encoder = nn.Linear(4, 2)
for parameter in encoder.parameters():
    parameter.requires_grad = False
mask = torch.tensor([[1.0, 1.0, 0.0, 0.0]])
encoder.weight.register_hook(lambda grad: grad * mask)  # DTL608 the encoder was frozen above
embedded = encoder(torch.randn(3, 4))
