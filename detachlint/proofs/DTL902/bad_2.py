# symptom: no-op
import torch
from torch import autograd, nn

torch.manual_seed(0)
generator = nn.Linear(2, 3)
fixed_noise = autograd.Variable(torch.randn(4, 2), volatile=True)  # DTL902 has meant nothing since 0.4
samples = generator(fixed_noise)

evidence = {"samples carry a graph": samples.requires_grad}
