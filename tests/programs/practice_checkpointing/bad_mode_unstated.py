# symptom: n/a
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Residual(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.norm = nn.LayerNorm(d)
        self.ff = nn.Sequential(nn.Linear(d, 2 * d), nn.GELU(), nn.Linear(2 * d, d))

    def forward(self, x):
        return x + self.ff(self.norm(x))


class DeepNet(nn.Module):
    def __init__(self, vocab=9, d=6, depth=3, save_memory=True):
        super().__init__()
        self.embed = nn.Embedding(vocab, d)
        self.layers = nn.ModuleList(Residual(d) for _ in range(depth))
        self.head = nn.Linear(d, vocab)
        self.save_memory = save_memory

    def forward(self, tokens):
        x = self.embed(tokens)
        for layer in self.layers:
            if self.save_memory and self.training:
                x = checkpoint(layer, x)  # DTL219 the default is about to change
            else:
                x = layer(x)
        return self.head(x)


def train(model, steps=3):
    opt = torch.optim.Adam((p for p in model.parameters() if p.requires_grad), lr=1e-2)
    criterion = nn.CrossEntropyLoss()
    model.train()
    for step in range(steps):
        tokens = torch.randint(0, 9, (4, 5))
        logits = model(tokens[:, :-1])
        loss = criterion(logits.flatten(0, 1), tokens[:, 1:].flatten())
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"step {step}: {loss.item():.3f}")


torch.manual_seed(0)
model = DeepNet()
train(model)
evidence = {"first": model.layers[0].ff[0].weight.grad, "head": model.head.weight.grad}
