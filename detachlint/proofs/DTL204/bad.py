# symptom: raises element 0 of tensors does not require grad and does not have a grad_fn
"""Siamese similarity training; one branch is supposed to be the constant target of the other."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class Siamese(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(n_in, 12), nn.ReLU(), nn.Linear(12, n_out))

    def forward(self, view):
        return F.normalize(self.net(view), dim=1)


def distance(a, b):
    return (2 - 2 * (a * b).sum(dim=1)).mean()


torch.manual_seed(0)
model = Siamese(6, 4)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
samples = torch.randn(20, 6)

for epoch in range(2):
    noisy_a = samples + 0.1 * torch.randn_like(samples)
    noisy_b = samples + 0.1 * torch.randn_like(samples)
    online = model(noisy_a).detach()
    target = model(noisy_b).detach()
    loss = distance(online, target)
    optimizer.zero_grad()
    loss.backward()  # DTL204 both branches are detached
    optimizer.step()
print("finished")
