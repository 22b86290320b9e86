import torch
from torch import nn


class AutoEncoder(nn.Module):
    def __init__(self, dim=8, code=3):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(dim, 6), nn.ReLU(), nn.Linear(6, code))
        self.decoder = nn.Sequential(nn.Linear(code, 6), nn.ReLU(), nn.Linear(6, dim))

    def forward(self, x):
        code = self.encoder(x)
        return self.decoder(code), code


class Trainer:
    """Trains the autoencoder, and a probe on its codes that must not disturb it."""

    def __init__(self, model, probe):
        self.model, self.probe = model, probe
        self.optimizers = {
            "encoder": torch.optim.Adam(model.encoder.parameters(), lr=1e-3),
            "decoder": torch.optim.SGD(
                [
                    {"params": [p for n, p in model.decoder.named_parameters() if "bias" not in n], "weight_decay": 0.01},
                    {"params": [p for n, p in model.decoder.named_parameters() if "bias" in n]},
                ],
                lr=0.05,
            ),
            "probe": torch.optim.SGD(probe.parameters(), lr=0.1),
        }

    def zero_grad(self, *names):
        for name in names:
            self.optimizers[name].zero_grad()

    def step(self, *names):
        for name in names:
            self.optimizers[name].step()

    def train_step(self, x, y):
        recon, code = self.model(x)
        loss = nn.functional.mse_loss(recon, x)
        self.zero_grad("encoder", "decoder")
        loss.backward()
        self.step("encoder", "decoder")

        probe_loss = nn.functional.cross_entropy(self.probe(code.detach()), y)
        self.zero_grad("probe")
        probe_loss.backward()
        self.step("probe")
        return loss.item(), probe_loss.item()


torch.manual_seed(0)
model, probe = AutoEncoder(), nn.Linear(3, 2)
start = [p.detach().clone() for p in model.parameters()]
trainer = Trainer(model, probe)
for step in range(3):
    x = torch.randn(6, 8)
    print(trainer.train_step(x, (x.sum(1) > 0).long()))
evidence = {
    "decoder": model.decoder[0].weight.detach() - start[4],
    "encoder": model.encoder[0].weight.grad,
    "probe": probe.weight.grad,
}
