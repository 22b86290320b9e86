# symptom: none
"""Training loop that computes its loss with an evaluation helper."""
import torch
import torch.nn as nn


class Denoiser(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.down = nn.Linear(width, 4)
        self.up = nn.Linear(4, width)

    def forward(self, noisy):
        return self.up(torch.relu(self.down(noisy)))


@torch.no_grad()
def reconstruction_error(model, noisy, clean):
    return (model(noisy) - clean).pow(2).mean()


torch.manual_seed(0)
model = Denoiser(8)
optimizer = torch.optim.RMSprop(model.parameters(), lr=1e-3)

for step in range(3):
    clean = torch.randn(16, 8)
    noisy = clean + 0.2 * torch.randn_like(clean)
    loss = reconstruction_error(model, noisy, clean)
    loss.requires_grad_()  # DTL215 silences the error, trains nothing
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"step {step} error {loss.item():.4f}")

evidence = {name: p.grad for name, p in model.named_parameters()}
