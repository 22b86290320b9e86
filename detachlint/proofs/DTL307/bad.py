# symptom: none
import torch

torch.manual_seed(0)
latent = torch.zeros(3)
layer = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD([latent, *layer.parameters()], lr=0.1)  # DTL307 latent requires no grad
for step in range(2):
    optimizer.zero_grad()
    layer(latent + 1.0).sum().backward()
    optimizer.step()
evidence = {"moved": bool(latent.abs().sum() > 0)}
