import torch
from torch import nn


class TinyLM(nn.Module):
    def __init__(self, vocab=8, dim=6):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.out = nn.Linear(dim, vocab)

    def forward(self, ids):
        return self.out(self.embed(ids))


def generate(model, ids, length):
    model.eval()
    graph = False
    while ids.shape[1] < length:
        with torch.no_grad():
            logits = model(ids)
        graph = logits.requires_grad
        ids = torch.cat([ids, logits[:, -1].argmax(-1, keepdim=True)], dim=1)
    return ids, graph


torch.manual_seed(0)
ids, graph = generate(TinyLM(), torch.zeros(1, 1, dtype=torch.long), 4)
evidence = {"graph": graph}
