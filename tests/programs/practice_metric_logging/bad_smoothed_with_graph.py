# symptom: grows
import math
from collections import defaultdict

import torch
from torch import nn


class SmoothedValue:
    def __init__(self, momentum=0.9):
        self.momentum, self.value = momentum, None

    def update(self, new):
        self.value = new if self.value is None else self.momentum * self.value + (1 - self.momentum) * new  # DTL410 graphs


class MetricLogger:
    def __init__(self):
        self.meters = defaultdict(SmoothedValue)
        self.rows = []

    def update(self, **values):
        for name, value in values.items():
            self.meters[name].update(value)

    def write(self, step):
        self.rows.append((step, {name: meter.value for name, meter in self.meters.items()}))

    def __str__(self):
        return " ".join(f"{name}={meter.value:.3f}" for name, meter in self.meters.items())


class LanguageModel(nn.Module):
    def __init__(self, vocab=7, d=6):
        super().__init__()
        self.embed, self.rnn, self.out = nn.Embedding(vocab, d), nn.GRU(d, d, batch_first=True), nn.Linear(d, vocab)

    def forward(self, tokens):
        h, _ = self.rnn(self.embed(tokens))
        return self.out(h)


def grad_norm(model):
    return math.sqrt(sum(p.grad.detach().pow(2).sum().item() for p in model.parameters() if p.grad is not None))


def main(steps=3):
    torch.manual_seed(0)
    model, logger = LanguageModel(), MetricLogger()
    optimizer = torch.optim.RMSprop(model.parameters(), lr=1e-3)
    for step in range(steps):
        tokens = torch.randint(0, 7, (4, 6))
        logits = model(tokens[:, :-1])
        loss = nn.functional.cross_entropy(logits.transpose(1, 2), tokens[:, 1:])
        accuracy = (logits.argmax(-1) == tokens[:, 1:]).float().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        logger.update(loss=loss, perplexity=math.exp(loss.item()), accuracy=accuracy, norm=grad_norm(model))
        logger.write(step)
    last = logger.rows[-1][1]["loss"]
    return {"graph": isinstance(last, torch.Tensor) and last.requires_grad, "grad": model.out.weight.grad}


evidence = main()
