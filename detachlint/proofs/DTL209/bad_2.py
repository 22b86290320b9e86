# symptom: raises Can't call numpy\(\) on Tensor that requires grad
import numpy as np
import torch

torch.manual_seed(0)
log_alpha = torch.zeros(1, requires_grad=True)
optimizer = torch.optim.SGD([log_alpha], lr=0.1)
for entropy in (0.3, 0.9):
    loss = (log_alpha.exp() * (entropy - 0.5)).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print("alpha", np.exp(log_alpha))  # DTL209 NumPy asks the parameter for its array
